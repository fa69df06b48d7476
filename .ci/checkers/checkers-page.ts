import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import type { Checker } from "#harness/checkers/checker.ts";
import { checkers } from "#harness/checkers/checkers.ts";
import { invariants } from "#harness/checkers/invariants.ts";
import { eventTypes } from "#harness/history/event.ts";
import { checkoutRoot } from "../suite/checkout-root.ts";
import { judged, listensTo } from "./example-run.ts";
import { formatLines } from "./format-line.ts";

const opening = `# Checkers

Written by \`npm run reference\` from \`harness/checkers/\`; do not edit it. A checker judges the whole history of a run by one rule. Its verdict is
*held*, *broken* at an event, or *undecided* if the history lacks information. Capsules, reports and \`understudy judge\` contain the name of the rule,
which is the heading here. [simulate.md](simulate.md) explains random runs, [history.md](history.md) the events and their members, the
[glossary](glossary.md) the terms.

Each rule has an example: a history that breaks the rule at its last line. A test plays each example. In an example, a line is an event, or a request
and its response: \`Oslo ← GET colours/sky → 404\`. Requests are requests of the client \`root\` unless the line begins with another client.
\`content=blue\` is the data of a request or response, and \`index={"set":"A","entry":7}\` its position in the write log. Times are in seconds.

*Events* are the types of events that the checker reads: first those that occur in the example, then others. If a history does not record a type
that is listed after *undecided without*, the rule may be undecided.`;

export function checkersPage(): string {
  const statements = statementsById();
  const rows = Object.entries(invariants).map(([number, text]) => {
    const own = checkers.filter((one) => one.invariants.some((each) => each === number));
    return `| ${number} | ${text} | ${own.map(({ name }) => `[${name}](#${anchorOf(name)})`).join("; ")} |`;
  });
  const table = ["| | invariant | checkers |", "|---|---|---|", ...rows].join("\n");
  const parts = checkers
    .toSorted((one, other) => one.name.localeCompare(other.name, "en"))
    .map((checker) => sectionOf(checker, statements));
  return `${[opening, "## Invariants", table, ...parts].join("\n\n")}\n`;
}

function sectionOf(checker: Checker, statements: ReadonlyMap<string, string>): string {
  const { name, invariants: numbers, rule, sources, excuses, example } = checker;
  const judgement = judged(checker, example.broken);
  if (judgement.verdict !== "broken") throw new Error(`the example of "${name}" breaks no rule`);
  const fence = (lines: readonly string[]) => ["```text", ...lines, "```"].join("\n");
  return [
    `## ${name}`,
    rule,
    [
      `- ${numbers.length > 1 ? "Invariants" : "Invariant"}: ${numbers.join(", ")}`,
      `- Events: ${eventsOf(checker)}`,
      "- Sources:",
      ...sources.map((source) => `  - ${sourceText(source, statements)}`),
      `- Excuses:${excuses.length > 0 ? "" : " none"}`,
      ...excuses.map((excuse) => `  - ${excuse}`),
    ].join("\n"),
    fence(formatLines(example.broken)),
    `Broken: ${judgement.sentence}. With the following in place of the last line, the rule holds:`,
    fence(formatLines(example.held)),
  ].join("\n\n");
}

function eventsOf(checker: Checker): string {
  const { example } = checker;
  const read = listensTo(checker);
  const shown = new Set(example.broken.flatMap(([, ...events]) => events.map(({ type }) => type)));
  const types = eventTypes.filter((type) => read.has(type));
  const needed = types.filter((type) => {
    const sees = eventTypes.filter((one) => one !== type);
    return [example.broken, example.held].some((lines) => judged(checker, lines, sees).verdict === "undecided");
  });
  const list = (some: readonly string[]) => some.map((type) => `\`${type}\``).join(", ");
  return [
    list(types.filter((type) => shown.has(type))),
    list(types.filter((type) => !shown.has(type))),
    needed.length > 0 ? `undecided without ${list(needed)}` : "",
  ]
    .filter((part) => part !== "")
    .join("; ");
}

function statementsById(): ReadonlyMap<string, string> {
  return new Map(
    ["spec/requirements.tsv", "spec/own-rules.tsv"].flatMap((path) => {
      const [head = "", ...rows] = readFileSync(checkoutRoot + path, "utf8")
        .trimEnd()
        .split("\n");
      const column = head.split("\t").indexOf("statement");
      return rows.map((row) => row.split("\t")).map((cells) => [cells[0] ?? "", cells[column] ?? ""] as const);
    }),
  );
}

function sourceText(source: string, statements: ReadonlyMap<string, string>): string {
  if (/^\d{4}$/.test(source)) {
    const [path] = globSync(`docs/decisions/${source}-*.md`, { cwd: checkoutRoot });
    if (path === undefined) throw new Error(`there is no decision ${source}`);
    const [, title = ""] = /^# \d+\. (.*)$/m.exec(readFileSync(checkoutRoot + path, "utf8")) ?? [];
    return `decision [${source}](decisions/${basename(path)}): ${title}.`;
  }
  if (!/^[A-Z0-9]+-[A-Z0-9]+-\d+$/.test(source)) return source;
  const statement = statements.get(source);
  if (statement === undefined) throw new Error(`there is no requirement ${source}`);
  return `${source}: ${statement}`;
}

function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\w -]/g, "")
    .replaceAll(" ", "-");
}
