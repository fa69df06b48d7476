import { readFileSync } from "node:fs";
import { suite, test } from "node:test";
import { expect } from "chai";
import { event, eventTypes, heading } from "./event.ts";

const page = readFileSync(new URL("../../docs/history.md", import.meta.url), "utf8");
const examples = [...page.matchAll(/\| `(\{"type":.*?\})` \|$/gm)].map(([, text = ""]) => JSON.parse(text));

suite("docs/history.md", () => {
  test("documents every type of event", () => {
    const documented = [...page.matchAll(/^\| ((?:`[a-z]+`(?:, )?)+) \| .* \|$/gm)].flatMap(([, names = ""]) =>
      [...names.matchAll(/`([a-z]+)`/g)].map(([, name]) => name),
    );
    expect(documented).to.include.members([...eventTypes]);
  });

  for (const example of examples) {
    test(`has a valid example of "${example.type}"`, () => {
      expect(event.safeParse({ ...example, seq: 1, at: 0 }).error?.issues).to.equal(undefined);
    });
  }

  test("has a valid heading", () => {
    const [, text = ""] = /^ {4}(\{"history":.*\})$/m.exec(page) ?? [];
    expect(heading.safeParse(JSON.parse(text)).error?.issues).to.equal(undefined);
  });
});
