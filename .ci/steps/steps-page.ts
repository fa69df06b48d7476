import type { Catalogue, Step } from "./catalogue.ts";

const opening = `# Every step

Written by \`npm run reference\` from the step definitions; do not edit it. Each is a sentence of a scenario after \`Given\`, \`When\`, \`Then\` or \`And\`,
with an example of its use. \`one/other\` leaves a choice, \`(s)\` may be left out, and a sentence that ends in a colon is followed by a table or a text.
`;

/** Returns the page about all step definitions as Markdown, grouped by file. */
export function stepsPage({ parameters, steps }: Catalogue): string {
  const words = parameters.map(({ name, forms }) => `- \`{${name}}\`: ${forms}`);
  const groups = Map.groupBy(steps, ({ file }) => file);
  const parts = Array.from(groups, ([file, own]) => [
    `## ${titleOf(file)}`,
    `[${file}](../${file})`,
    own.map(entry).join("\n"),
  ]);
  return [opening.trimEnd(), words.join("\n"), ...parts.flat()].join("\n\n").concat("\n");
}

/** Returns the heading for a file: "Replication: public key" for `scenarios/steps/replication/public-key.ts`. */
function titleOf(file: string): string {
  const words = file
    .replace(/^scenarios\/steps\//, "")
    .replace(/\.ts$/, "")
    .replaceAll("-", " ")
    .split("/");
  const text = words.join(": ");
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}

function entry({ pattern, example }: Step): string {
  const use = example ? `  \n  ${example.text} ([${example.feature}](../${example.file}))` : "";
  return `- \`${pattern}\`${use}`;
}
