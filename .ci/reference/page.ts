import { accessOf, accessTable, methods } from "./access.ts";
import type { Described } from "./described.ts";
import { type DocumentedOperation, documentedOperations, type Field } from "./operations.ts";
import { typeForPeople } from "./type-for-people.ts";

const opening = `# Every endpoint

Written by \`npm run reference\` from the endpoint table; do not edit it. A cluster returns such a description of its own mounts:
\`GET /v1/sys/internal/specs/openapi\`, and \`?help=1\` at any path.

Paths are below \`/v1/\`. A \`:name\` is one segment; a \`:path\` or similar at the end is the rest of the path. Mounts are shown at their usual
paths. PUT is equivalent to POST, LIST to GET with \`?list=true\`. A duration is a number of seconds or a text such as
\`90s\`, \`5m\`, \`1h\`, \`2d\`. Unless noted otherwise, an operation needs a token and is executed by the cluster that receives
it. A secondary forwards an operation with the note *by-primary* to its primary.
`;

const sections: readonly (readonly [title: string, start: RegExp])[] = [
  ["System", /^sys\//],
  ["Tokens", /^auth\/token\//],
  ["Identity", /^identity\//],
  ["Login: userpass", /^auth\/userpass\//],
  ["Login: approle", /^auth\/approle\//],
  ["Login: cloud", /^auth\/cloud\//],
  ["Login: aws", /^auth\/aws\//],
  ["Secrets: key-value, version 2", /^secret\b/],
  ["Secrets: key-value, version 1", /^kv\b/],
  ["Secrets: cubbyhole", /^cubbyhole\b/],
  ["Secrets: database credentials", /^database\b/],
];

export function referencePage(described: Described): string {
  const operations = documentedOperations(described);
  const homeless = operations.filter(({ path }) => !sections.some(([, start]) => start.test(path)));
  if (homeless.length > 0) throw new Error(`no section for ${homeless.map(({ path }) => path).join(", ")}`);
  const parts = sections.map(([title, start]) => {
    const own = Map.groupBy(
      operations.filter(({ path }) => start.test(path)),
      ({ path }) => path,
    );
    return [`## ${title}`, ...Array.from(own, ([path, there]) => endpointText(path, there))].join("\n\n");
  });
  return `${[opening.trimEnd(), accessTable(operations), ...parts].join("\n\n")}\n`;
}

function endpointText(path: string, operations: readonly DocumentedOperation[]): string {
  return [`### \`${path}\``, ...operations.map(operationText)].join("\n\n");
}

function operationText({ verb, operation, fields, data, isBare }: DocumentedOperation): string {
  const remarks = [
    { "no token": "no token", policy: "", sudo: "needs `sudo`" }[accessOf(operation)],
    operation["x-understudy-served"] === "locally" ? "" : operation["x-understudy-served"],
  ].filter((remark) => remark !== "");
  const about = remarks.length > 0 ? ` (${remarks.join("; ")})` : "";
  const table = fields.filter(({ place }) => place !== "path");
  const answer = data === undefined ? "null" : typeForPeople({ ...data, nullable: false });
  return [
    `**${methods[verb]}** ${operation.summary}${about}.`,
    ...(table.length > 0 ? [["| field | type | default | |", "|---|---|---|---|", ...table.map(row)].join("\n")] : []),
    ...(answer === "object" || answer === "null" ? [] : [`${isBare ? "Answer, bare" : "Data"}: ${answer}.`]),
  ].join("\n\n");
}

function row({ name, isRequired, schema }: Field): string {
  const fallback = isRequired
    ? "required"
    : schema.default === undefined
      ? ""
      : `\`${JSON.stringify(schema.default)}\``;
  const cells = [`\`${name}\``, typeForPeople(schema), fallback, schema.description ?? ""];
  return `| ${cells.map((cell) => cell.replaceAll("|", "\\|").replaceAll("\n", " ")).join(" | ")} |`;
}
