import { defineParameterType } from "@cucumber/cucumber";

/** Request bodies that are not an object with the fields of a request. */
const bodies: Readonly<Record<string, string>> = {
  "broken JSON": '{"value": ',
  "an array": '["value"]',
  "a bare text": '"value"',
  "an empty object": "{}",
  "a number": "600",
};

defineParameterType({
  name: "body",
  regexp: new RegExp(Object.keys(bodies).join("|")),
  transformer: (words: string) => bodies[words],
});
