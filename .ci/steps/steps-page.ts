import type { Catalogue, Step } from "#harness/cli/step-catalogue.ts";

const opening = `# Every step

Written by \`npm run reference\` from the step definitions; do not edit it. Each is a sentence of a scenario after \`Given\`, \`When\`, \`Then\` or \`And\`,
with an example of its use. \`one/other\` leaves a choice, \`(s)\` may be left out, and a sentence that ends in a colon is followed by a table or a text.
\`understudy steps WORD…\` prints the sentences that contain all words.
`;

/** Returns the page about step definitions as Markdown, grouped by file. */
export function stepsPage({ parameters, steps }: Catalogue): string {
  const words = parameters.map(({ name, forms }) => `- \`{${name}}\`: ${forms}`);
  const groups = Map.groupBy(steps, ({ file }) => file);
  const parts = Array.from(groups, ([file, own]) => [
    `## ${own[0]?.group}`,
    `[${file}](../${file})`,
    own.map(entry).join("\n"),
  ]);
  return [opening.trimEnd(), words.join("\n"), ...parts.flat()].join("\n\n").concat("\n");
}

function entry({ pattern, example }: Step): string {
  const use = example ? `  \n  ${example.text} ([${example.feature}](../${example.file}))` : "";
  return `- \`${pattern}\`${use}`;
}
