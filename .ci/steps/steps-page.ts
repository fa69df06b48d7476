import type { Catalogue, Step } from "#harness/cli/step-catalogue.ts";
import { formsOf } from "./forms.ts";

const opening = `# The language of scenarios

Written by \`npm run reference\` from the step definitions; do not edit it. A scenario consists of sentences after \`Given\`, \`When\`, \`Then\` or
\`And\`. This page has all sentences, grouped by what they are about, some with a description, each with one or two examples. \`understudy steps
WORD…\` prints the sentences that contain all words, and \`understudy rehearse --dry-run\` checks features without playing them.

## Grammar

- A sentence whose verb is **tries to** sends a request that may be refused; the next sentences judge the response (\`the request is refused\`).
  A sentence with **can**, **cannot**, **accepts** or **refuses** is a claim: it sends the request itself, and checks that the
  response is a success or a refusal. Any other verb must succeed.
- A client has one token of each cluster (\`Ada's token of Oslo\`), which a login or a new token replaces. It gets the first one when it logs
  in or sends its first request there.
- A sentence that names no client sends its requests as an operator, who may do everything. A client has a policy with its name, \`of-ada\` for
  Ada.
- A sentence that makes one cluster a secondary of another, or updates its primary to another, uses a new activation token, which an operator
  creates on the other cluster.
- A claim is checked at once, unless it begins with a word for the time: \`soon\` (within the time in which a write is replicated and applied),
  \`eventually\` (within the time in which clusters recover), or \`after a while\` (it is still true half a minute later). An action
  with \`soon\` or \`eventually\` is repeated until it succeeds or this time is over.
- At the beginning all clusters are initialised and unsealed, with the tag \`@untouched\` not even initialised. A cluster that is restarted
  is unsealed again, with \`@untouched\` only by key shares.
- A sentence that ends in a colon is followed by a table or a text.
- \`(s)\` may be left out.
- A cloud login is valid unless its \`{login data}\` say otherwise. An IAM user or session sends an identity request that is signed at that
  time for the region us-west-2, with a header that contains the server ID \`oslo.example\`, whether a server ID is configured or not. An instance
  sends its identity document as PKCS#7 with an RSA signature, and no nonce. No login sends a token.

**Fields** are written in quotes, separated by commas, or in a table with two columns:

    fields = field *( ", " field )
    field  = name "=" value
    value  = JSON / text

JSON is an array, an object, a whole number, \`true\`, \`false\`, \`null\` or a text in double quotes, and is sent as such; everything else is sent as
text. Quotes within quotes: \`'policies=["blue","red"]'\`. When an object is read back, a text is compared with the text of the field (\`a,b\` for an
array, nothing for \`null\`, an empty array and a missing field), and JSON with the value itself. \`config.ttl\` is the field \`ttl\` within \`config\`.
`;

export function stepsPage({ parameters, steps }: Catalogue): string {
  const words = parameters.map((parameter) => parameterEntry(parameter.name, formsOf(parameter, parameters)));
  const groups = Map.groupBy(steps, ({ file }) => file);
  const contents = Array.from(groups, ([, own]) => `[${own[0]?.group}](#${anchor(own[0]?.group ?? "")})`).join(" · ");
  const parts = Array.from(groups, ([file, own]) => [`## ${own[0]?.group}`, own.map(entry).join("\n"), source(file)]);
  return [opening.trimEnd(), "**Parameters** of sentences:", words.join("\n"), contents, ...parts.flat()]
    .join("\n\n")
    .concat("\n");
}

function entry({ pattern, description, examples }: Step): string {
  const uses = examples.map(({ text, feature, file }) => `\n  - ${text} ([${feature}](../${file}))`);
  return `- \`${pattern}\`${description === "" ? "" : `: ${description}`}${uses.join("")}`;
}

const lineLength = 110;

function parameterEntry(name: string, forms: readonly string[]): string {
  const line = forms.map((form) => `\`${form}\``).join(", ");
  const isShort = forms.length === 1 || line.length <= lineLength;
  return `- \`{${name}}\`:${isShort ? ` ${line}` : forms.map((form) => `\n  - \`${form}\``).join("")}`;
}

function source(file: string): string {
  return `Source: [${file}](../${file})`;
}

function anchor(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^a-z0-9 -]/g, "")
    .replaceAll(" ", "-");
}
