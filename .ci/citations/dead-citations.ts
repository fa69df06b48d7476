/**
 * A text that may contain citations: a document, or a comment or test title of a source file. `line` is the line of the
 * file where the text begins.
 */
export type CitingText = Readonly<{ path: string; line: number; text: string }>;

/** Targets of citations: paths of files, ids of requirements and rules, and documents with their texts. */
export type Sources = Readonly<{
  files: ReadonlySet<string>;
  ids: ReadonlySet<string>;
  read(path: string): string;
}>;

/** Matches the path or name of a document or table. Group 2 is the heading of a section, if one follows in quotes. */
const document = /(?<![\w*:/.-])([\w./-]*\w\.(?:md|tsv))\b(?!\.\w)(?:`?,\s+"([^"]+)")?/g;
/** Matches the path of a source file that includes at least one folder. */
const sourceFile = /(?<![\w*:/.@#-])((?:\.{0,2}[\w-][\w.-]*\/)+[\w.-]+\.(?:ts|js))\b(?!\.\w)/g;
const decision = /\bdecisions?[ /](\d{4})\b/g;
const ruleId = /\b(?:[A-Z]+-[A-Z0-9]+|[WF]\d+(?:\.\d+)?)-\d+\b/g;
/** Matches an id and the abbreviated ids of the same family after it, such as `DB-ROLE-01, -02 to -04`. */
const shortIds = /\b([A-Z]+-[A-Z0-9]+-)(\d+(?:(?:,| to| and) -\d+)+)/g;

/**
 * Returns one line for each citation of a file, section, decision, requirement or rule that does not exist. Ids of
 * unknown families are ignored.
 */
export function deadCitations(citing: CitingText, sources: Sources): readonly string[] {
  const text = citing.text
    .replaceAll(/\n[ \t]*\*/g, "\n ")
    .replaceAll(shortIds, (_, subject: string, numbers: string) => subject + numbers.replaceAll(" -", ` ${subject}`));
  const dead = (pattern: RegExp, isDead: (...groups: readonly (string | undefined)[]) => boolean) =>
    [...text.matchAll(pattern)]
      .filter(([all, ...groups]) => isDead(groups[0] ?? all, ...groups.slice(1)))
      .map(({ 0: all, index }) => {
        const line = citing.line + (text.slice(0, index).match(/\n/g) ?? []).length;
        return `${citing.path}:${line}: ${all.replaceAll(/\s+/g, " ")}`;
      });
  return [
    ...dead(document, (name = "", heading) => {
      const file = documentOf(name, citing.path, sources.files);
      return file === undefined || (heading !== undefined && !hasHeading(sources.read(file), heading));
    }),
    ...dead(sourceFile, (path = "") => fileOf(path, citing.path, sources.files) === undefined),
    ...dead(decision, (number) => !sources.files.values().some((file) => file.startsWith(`docs/decisions/${number}-`))),
    ...dead(
      ruleId,
      (id = "") => !sources.ids.has(id) && sources.ids.values().some((one) => familyOf(one) === familyOf(id)),
    ),
  ];
}

function familyOf(id: string): string {
  return /^(?:[WF](?=\d)|[A-Z]+)/.exec(id)?.[0] ?? "";
}

function documentOf(name: string, citing: string, files: ReadonlySet<string>): string | undefined {
  if (name.includes("/")) return fileOf(name, citing, files);
  const named = [...files].filter((file) => /^(?:docs|spec)\//.test(file) && file.endsWith(`/${name}`));
  return [name, resolved(name, citing)].find((path) => files.has(path)) ?? (named.length === 1 ? named[0] : undefined);
}

function fileOf(path: string, citing: string, files: ReadonlySet<string>): string | undefined {
  const exact = [path.replace(/^\//, ""), resolved(path, citing)].find((one) => files.has(one));
  return exact ?? files.values().find((file) => file.endsWith(`/${path}`));
}

function resolved(path: string, citing: string): string {
  return decodeURIComponent(new URL(path, `file:///${citing}`).pathname).slice(1);
}

function hasHeading(document: string, heading: string): boolean {
  return document.split("\n").some((line) => /^#|^\*\*/.test(line) && line.includes(heading));
}
