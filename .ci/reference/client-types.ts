import type { Described } from "./described.ts";
import { type DocumentedOperation, documentedOperations } from "./operations.ts";
import { memberName, typeScript } from "./type-script.ts";

const opening = `// Written by \`npm run reference\` from the endpoint table; do not edit it.
import type { Envelope } from "./envelope.d.ts";

/** Input and response types of all operations, by path and verb. */
export interface Api {
`;

export function clientTypes(described: Described): string {
  const paths = Map.groupBy(documentedOperations(described), ({ path }) => path);
  const members = Array.from(
    paths,
    ([path, operations]) => `  ${JSON.stringify(path)}: {\n${operations.map(operationType).join("")}  };\n`,
  );
  return `${opening}${members.join("")}}\n`;
}

function operationType({ verb, operation, fields, data, isBare, mayBeNothing }: DocumentedOperation): string {
  const input = fields
    .filter(({ name }) => name !== "…")
    .map(({ name, isRequired, schema }) => `${memberName(name)}${isRequired ? "" : "?"}: ${typeScript(schema)}`);
  const open = fields.some(({ name }) => name === "…") ? " & Readonly<Record<string, unknown>>" : "";
  const shape = data && typeScript(data);
  const answer = shape === undefined ? "" : isBare ? shape : `Envelope<${shape}>`;
  return [
    `    /** ${operation.summary}. */`,
    `    ${verb}: {`,
    `      input: ${input.length > 0 ? `Readonly<{ ${input.join("; ")} }>` : "Readonly<Record<never, never>>"}${open};`,
    `      answer: ${[answer, mayBeNothing ? "undefined" : ""].filter((part) => part !== "").join(" | ")};`,
    "    };\n",
  ].join("\n");
}
