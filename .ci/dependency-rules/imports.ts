import { sourceText } from "./source-text.ts";

/** An import in a file. `specifier` is null if it is computed at run time. Lines count from 1. */
export type Import = Readonly<{ specifier: string | null; line: number }>;

const named = /"«(\d+)»"/;
/** Matches `from "…"` and `import "…"`, also of types, in code whose strings {@link sourceText} has replaced. */
const declared = /\b(?:import|export)\b[^;"]*?\bfrom\s*"«(\d+)»"|\bimport\s*"«(\d+)»"/g;
/** Matches calls that load or resolve a module: import(…), require(…), import.meta.resolve(…). */
const called = /(?<![.\w#])(?:import|require)\s*\(\s*([^)]*)|\bimport\.meta\.resolve\s*\(\s*([^)]*)/g;

/** Returns all imports in TypeScript or JavaScript code, in the order of their lines. */
export function importsOf(text: string): readonly Import[] {
  const { code, strings } = sourceText(text);
  const lineAt = (index: number) => code.slice(0, index).split("\n").length;
  const literal = (number: string | undefined) => (number === undefined ? null : (strings[Number(number)] ?? null));

  const declarations = [...code.matchAll(declared)].map(({ 0: all, 1: from, 2: bare, index }) => ({
    specifier: literal(from ?? bare),
    line: lineAt(index + all.length),
  }));
  const calls = [...code.matchAll(called)].map(({ 1: loaded, 2: found, index }) => ({
    specifier: literal(named.exec((loaded ?? found ?? "").trim())?.[1]),
    line: lineAt(index),
  }));
  return [...declarations, ...calls].toSorted((one, other) => one.line - other.line);
}
