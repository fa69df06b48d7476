/**
 * One line of an example: its first character (`sign`) and the rest. `>` sends a request; `.` sends a request that must
 * succeed, without showing the response; `|` adds a request header; `?` shows a response header; `@` sets the client
 * address; `<` is a response; `$` assigns a member of the last response to a name; `~` advances the clock by seconds;
 * `^` changes a response of the cloud provider.
 */
export type Line = Readonly<{ sign: string; text: string }>;

export type Example = Readonly<{
  /** The behaviour that the example shows, and the ids of its rules in `spec/wire-rules.tsv`. */
  title: string;
  /** True if the cluster is uninitialized; otherwise it is unsealed, with the root token `root`. */
  isUntouched: boolean;
  lines: readonly Line[];
}>;

const heading = "== ";
const untouched = " [untouched]";

/** Parses a transcript. Text before its first heading is ignored. Throws an Error if a line is malformed. */
export function parseTranscript(text: string): readonly Example[] {
  const [, ...sections] = `\n${text}`.split(`\n${heading}`);
  return sections.map((section) => {
    const [title = "", ...rest] = section.trimEnd().split("\n");
    const isUntouched = title.endsWith(untouched);
    return { title: isUntouched ? title.slice(0, -untouched.length) : title, isUntouched, lines: linesOf(rest) };
  });
}

export function formatTranscript(preface: string, examples: readonly Example[]): string {
  const sections = examples.map(({ title, isUntouched, lines }) => {
    const formatted = lines.map(({ sign, text }) => `${sign} ${text}`.trimEnd()).join("\n");
    return `${heading}${title}${isUntouched ? untouched : ""}\n${formatted}\n`;
  });
  return [preface, ...sections].join("\n");
}

export function prefaceOf(text: string): string {
  const [preface = ""] = text.split(`\n${heading}`, 1);
  return preface;
}

function linesOf(rows: readonly string[]): readonly Line[] {
  const lines: Line[] = [];
  for (const row of rows) {
    const last = lines.at(-1);
    if (row === "") continue;
    if (row.startsWith("  ") && last) lines[lines.length - 1] = { ...last, text: `${last.text}\n${row}` };
    else if (/^[.>|?@~$^<]( |$)/.test(row)) lines.push({ sign: row.slice(0, 1), text: row.slice(2) });
    else throw new Error(`invalid line in a transcript: ${row}`);
  }
  return lines;
}
