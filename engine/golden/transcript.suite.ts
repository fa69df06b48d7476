/**
 * One line of an example: what is done or what was answered. `>` asks, and `.` does so without telling of the answer, which is a success;
 * `|` is a header of that request, `?` a header of the reply to be told, `@` the caller's address; `<` is the answer; `$` gives a member of
 * it a name; `~` lets seconds pass; `^` has the cloud provider answer otherwise.
 */
export type Line = Readonly<{ sign: string; text: string }>;

/** A golden example: a conversation with one cluster, and the rules that it shows. */
export type Example = Readonly<{
  /** Ids of `spec/wire-rules.tsv` and a claim. */
  title: string;
  /** What kind of cluster it is played on. Default: one that is unsealed and has the root token `root`. */
  isUntouched: boolean;
  lines: readonly Line[];
}>;

const heading = "== ";
const untouched = " [untouched]";

/** Reads a transcript: examples, each under a heading; what stands before the first is for the reader. Throws an Error at a line it cannot read. */
export function parseTranscript(text: string): readonly Example[] {
  const [, ...sections] = `\n${text}`.split(`\n${heading}`);
  return sections.map((section) => {
    const [title = "", ...rest] = section.trimEnd().split("\n");
    const isUntouched = title.endsWith(untouched);
    return { title: isUntouched ? title.slice(0, -untouched.length) : title, isUntouched, lines: linesOf(rest) };
  });
}

/** Spells examples as {@link parseTranscript} reads them, below the `preface` of a transcript. */
export function formatTranscript(preface: string, examples: readonly Example[]): string {
  const sections = examples.map(({ title, isUntouched, lines }) => {
    const told = lines.map(({ sign, text }) => `${sign} ${text}`.trimEnd()).join("\n");
    return `${heading}${title}${isUntouched ? untouched : ""}\n${told}\n`;
  });
  return [preface, ...sections].join("\n");
}

/** What stands before the first example. */
export function prefaceOf(text: string): string {
  const [preface = ""] = text.split(`\n${heading}`, 1);
  return preface;
}

/** Lines that are indented belong to the one above. */
function linesOf(rows: readonly string[]): readonly Line[] {
  const lines: Line[] = [];
  for (const row of rows) {
    const last = lines.at(-1);
    if (row === "") continue;
    if (row.startsWith("  ") && last) lines[lines.length - 1] = { ...last, text: `${last.text}\n${row}` };
    else if (/^[.>|?@~$^<]( |$)/.test(row)) lines.push({ sign: row.slice(0, 1), text: row.slice(2) });
    else throw new Error(`no line of a transcript: ${row}`);
  }
  return lines;
}
