// Renames identifiers and files by a map that a person can review: `node .ci/renames/rename.ts MAP...` (docs/decisions/0033).
//
// A line of a map has four columns, separated by tabs: kind, scope, old, new. The scope is a path prefix, or `*` for all files.
//   name    every identifier: variables, properties, types, parameters
//   local   variables, types and parameters, but no properties: `{ told }` becomes `{ told: reported }`
//   file    a file or folder; imports and mentions of its path change with it
// Texts that quote code (mutants, limits) are renamed by the scope of the file that they quote. String literals never change.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, posix } from "node:path";
import { parseSync } from "oxc-parser";

type Kind = "name" | "local" | "file";
type Rename = Readonly<{ kind: Kind; scope: string; old: string; new: string }>;
type Node = Readonly<Record<string, unknown>> & { type: string; start: number; end: number };
type Edit = Readonly<{ start: number; end: number; text: string }>;
type Token = Readonly<{ name: string; start: number; end: number; role: "binding" | "property" | "shorthand" }>;

const quotingFiles = /^(?:mutants\/.*\.txt|\.ci\/hostile\/limits\.txt)$/;
const mentioningFiles = /\.(?:md|ts|js|json|jsonc|txt|tsv|py|go|sh)$|^\.ci\/run$/;

function readMap(path: string): readonly Rename[] {
  return readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => {
      const [kind, scope, old, renamed] = line.split("\t");
      if (!kind || !scope || !old || !renamed || !["name", "local", "file"].includes(kind))
        throw new Error(`${path}: expected "kind scope old new", separated by tabs, and found "${line}"`);
      return { kind: kind as Kind, scope, old, new: renamed };
    });
}

function isIn(scope: string, path: string): boolean {
  return scope === "*" || path.startsWith(scope);
}

/**
 * Returns the identifiers of a program, each once, with its role: binding, property or shorthand.
 */
function tokensOf(path: string, code: string): readonly Token[] {
  const { program, errors } = parseSync(path, code);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
  const tokens = new Map<number, Token>();
  visit(program as unknown as Node, undefined, "", tokens, code);
  return [...tokens.values()];
}

function visit(node: Node, parent: Node | undefined, key: string, tokens: Map<number, Token>, code: string): void {
  if ((node.type === "Identifier" || node.type === "PrivateIdentifier") && typeof node.name === "string") {
    const start = code.indexOf(node.name, node.start);
    if (start >= 0 && start <= node.start + 1) {
      const role = roleOf(parent, key);
      const known = tokens.get(start);
      if (known === undefined || role === "shorthand")
        tokens.set(start, { name: node.name, start, end: start + node.name.length, role });
    }
  }
  const keys = keysNamedBy(node);
  for (const { value, start, end } of keys)
    tokens.set(start + 1, { name: value, start: start + 1, end: end - 1, role: "property" });
  for (const [part, value] of Object.entries(node)) {
    for (const child of Array.isArray(value) ? value : [value])
      if (typeof child === "object" && child !== null && "type" in child)
        visit(child as Node, node, part, tokens, code);
  }
}

/**
 * Returns property names that a type contains as strings: `Pick<Core, "leases">`, `Core["leases"]`.
 */
function keysNamedBy(node: Node): readonly (Node & { value: string })[] {
  const typeName = (node.typeName as Node | undefined)?.name;
  if (node.type === "TSTypeReference" && (typeName === "Pick" || typeName === "Omit"))
    return stringsIn((node.typeArguments as { params: readonly Node[] }).params[1]);
  return node.type === "TSIndexedAccessType" ? stringsIn(node.indexType as Node) : [];
}

function stringsIn(node: Node | undefined): readonly (Node & { value: string })[] {
  if (node === undefined) return [];
  if (node.type === "TSUnionType") return (node.types as readonly Node[]).flatMap(stringsIn);
  const literal = node.literal as (Node & { value: unknown }) | undefined;
  return node.type === "TSLiteralType" && typeof literal?.value === "string"
    ? [literal as Node & { value: string }]
    : [];
}

function roleOf(parent: Node | undefined, key: string): Token["role"] {
  if (parent === undefined) return "binding";
  if (parent.type === "Property" && parent.shorthand === true) return "shorthand";
  if (parent.type === "MemberExpression" && key === "property" && parent.computed !== true) return "property";
  if (parent.type === "TSQualifiedName" && key === "right") return "property";
  if (key === "key" && parent.computed !== true) return "property";
  return "binding";
}

function renamedCode(path: string, code: string, renames: readonly Rename[]): string {
  const here = new Map(
    renames.filter(({ kind, scope }) => kind !== "file" && isIn(scope, path)).map((one) => [one.old, one]),
  );
  if (here.size === 0 || ![...here.keys()].some((name) => code.includes(name))) return code;
  const tokens = tokensOf(path, code);
  const edits: Edit[] = [];
  const clashes = new Set<string>();
  for (const token of tokens) {
    const rename = here.get(token.name);
    if (rename === undefined || (rename.kind === "local" && token.role === "property")) continue;
    if (tokens.some(({ name, role }) => name === rename.new && role !== "property") && token.role !== "property")
      clashes.add(`${path}: ${rename.old} would become ${rename.new}, which occurs there already`);
    const text = rename.kind === "local" && token.role === "shorthand" ? `${rename.old}: ${rename.new}` : rename.new;
    edits.push({ start: token.start, end: token.end, text });
  }
  for (const clash of clashes) process.stderr.write(`${clash}\n`);
  let result = code;
  for (const { start, end, text } of edits.toSorted((one, other) => other.start - one.start))
    result = result.slice(0, start) + text + result.slice(end);
  return renamedComments(result, [...here.values()]);
}

/**
 * Renames identifiers in comments: those of several words, such as `pathsMost`, and those between
 * backticks.
 */
function renamedComments(code: string, renames: readonly Rename[]): string {
  return code.replaceAll(/\/\/[^\n]*|\/\*[\s\S]*?\*\//g, (comment) =>
    renames.reduce((text, { old, new: renamed }) => {
      const pattern = /[a-z][A-Z]/.test(old) ? `(?<![\\w./-])${old}(?![\\w/-])` : `(?<=\`)${old}(?=\`)`;
      return text.replaceAll(new RegExp(pattern, "g"), renamed);
    }, comment),
  );
}

/**
 * Renames identifiers in a text that quotes code. The heading of a paragraph contains the path of a
 * file, and its lines with `-`, `+` or a blank quote that file.
 */
function renamedQuotes(text: string, renames: readonly Rename[]): string {
  return text
    .split("\n\n")
    .map((paragraph) => {
      const path = /(?:^| in )([\w./-]+\.[tj]s)\b/.exec(paragraph)?.[1] ?? "";
      const here = renames.filter(({ kind, scope }) => kind !== "file" && isIn(scope, path));
      return paragraph
        .split("\n")
        .map((line) => {
          if (!/^[-+ ] /.test(line)) return line;
          return here.reduce(
            (quoted, { kind, old, new: renamed }) =>
              quoted.replaceAll(
                new RegExp(`${kind === "local" ? "(?<![\\w$.#])" : "(?<![\\w$])"}${old}(?![\\w$])`, "g"),
                renamed,
              ),
            line,
          );
        })
        .join("\n");
    })
    .join("\n\n");
}

function tracked(): readonly string[] {
  return execFileSync("git", ["ls-files", "-z"], { encoding: "utf8" })
    .split("\0")
    .filter((path) => path !== "" && existsSync(path));
}

function moveFiles(renames: readonly Rename[]): void {
  const moved = new Map<string, string>();
  for (const path of tracked()) {
    const rename = renames.find(({ kind, old }) => kind === "file" && (path === old || path.startsWith(`${old}/`)));
    if (rename !== undefined) moved.set(path, rename.new + path.slice(rename.old.length));
  }
  if (moved.size === 0) return;
  for (const path of tracked()) {
    if (!mentioningFiles.test(path) || path.startsWith(".ci/renames/")) continue;
    const before = readFileSync(path, "utf8");
    const after = withMoves(path, before, moved, renames);
    if (after !== before) writeFileSync(path, after);
  }
  for (const [old, renamed] of moved) {
    mkdirSync(dirname(renamed), { recursive: true });
    execFileSync("git", ["mv", old, renamed]);
  }
}

function withMoves(path: string, text: string, moved: ReadonlyMap<string, string>, renames: readonly Rename[]): string {
  let result = text;
  if (/\.[tj]s$/.test(path)) {
    const ownFolder = posix.dirname(moved.get(path) ?? path);
    result = result.replaceAll(
      /(["'])(\.{1,2}\/[^"'\n]+|#[\w.]+\/[^"'\n]+|[\w.-]+\.[tj]s)\1/g,
      (whole, quote: string, target: string) => {
        const meant = target.startsWith("#") ? target.slice(1) : posix.join(posix.dirname(path), target);
        const now = moved.get(meant) ?? meant;
        if (now === meant && ownFolder === posix.dirname(path)) return whole;
        if (target.startsWith("#")) return `${quote}#${now}${quote}`;
        if (!existsSync(meant)) return whole;
        const relative = posix.relative(ownFolder, now);
        return quote + (relative.startsWith(".") || !target.startsWith(".") ? relative : `./${relative}`) + quote;
      },
    );
  }
  for (const { kind, old, new: renamed } of renames)
    if (kind === "file")
      result = result.replaceAll(new RegExp(`(?<![\\w./-])${old.replaceAll(".", "\\.")}(?![\\w-])`, "g"), renamed);
  return result;
}

const renames = process.argv.slice(2).flatMap(readMap);
for (const path of tracked()) {
  const isQuoting = quotingFiles.test(path);
  if (!isQuoting && (!/\.[tj]s$/.test(path) || path.endsWith(".d.ts") || path.startsWith(".ci/renames/"))) continue;
  const before = readFileSync(path, "utf8");
  const after = isQuoting ? renamedQuotes(before, renames) : renamedCode(path, before, renames);
  if (after !== before) writeFileSync(path, after);
}
moveFiles(renames);
