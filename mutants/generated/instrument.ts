import { globSync, readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { createInstrumenter } from "@stryker-mutator/instrumenter";
import { createInjector } from "typed-inject";
import { packageRoot } from "#harness/program/package-root.ts";

/** Folders of the service whose rules scenarios can observe. Mutants are generated for these. */
const mutatedFolders: readonly string[] = [
  "engine/cloud",
  "engine/database",
  "engine/replication/machine",
  "engine/replication/endpoints",
  "engine/replication/filters",
  ...["tokens", "leases", "policy", "identity", "wrapping"].map((part) => `engine/core/${part}`),
];

/**
 * Kinds of mutants that are not generated. Texts are mostly messages, descriptions and names of fields; a comparison
 * with a text is mutated as a comparison.
 */
const excludedMutations = ["StringLiteral", "Regex"];

type Position = Readonly<{ line: number; column: number }>;

export type GeneratedMutant = Readonly<{
  /** Number of the mutant among all mutants of the instrumented files, as text. */
  id: string;
  file: string;
  /** Kind of the change, such as `EqualityOperator`. */
  mutator: string;
  start: Position;
  end: Position;
  /** Text between `start` and `end`. The mutant has `replacement` instead. */
  original: string;
  replacement: string;
}>;

export type Instrumented = Readonly<{
  mutants: readonly GeneratedMutant[];
  /** JavaScript of each file, with all its mutants, of which at most one is active; by path. */
  sources: ReadonlyMap<string, string>;
}>;

/** Returns the paths of the files that can have mutants, in order. */
export function mutatedFiles(): readonly string[] {
  return mutatedFolders
    .flatMap((folder) => globSync(`${folder}/**/*.ts`, { cwd: packageRoot }))
    .filter((file) => !/\.(?:test|suite)\.ts$/.test(file))
    .toSorted();
}

/** Generates the mutants of the files with Stryker's instrumenter. Executes no code of the files. */
export async function instrument(files: readonly string[]): Promise<Instrumented> {
  const logger = new Proxy({}, { get: () => () => false });
  const injector = createInjector().provideValue("options", {}).provideValue("logger", logger);
  const instrumenter = injector.injectFunction(createInstrumenter as unknown as InjectableInstrumenter);
  const contents = new Map(files.map((file) => [file, readFileSync(packageRoot + file, "utf8")]));
  const { files: changed, mutants } = await instrumenter.instrument(
    [...contents].map(([name, content]) => ({ name, content, mutate: true })),
    { plugins: null, excludedMutations, ignorers: [] },
  );
  return {
    mutants: mutants
      .filter(({ status }) => status === undefined)
      .map(({ fileName: file, id, mutatorName: mutator, location: { start, end }, replacement }) => ({
        ...{ id, file, mutator, start, end, replacement },
        original: textBetween(contents.get(file) ?? "", start, end),
      })),
    sources: new Map(changed.map(({ name, content }) => [name, stripTypeScriptTypes(content)])),
  };
}

type InjectableInstrumenter = (() => Readonly<{
  instrument(
    files: readonly Readonly<{ name: string; content: string; mutate: boolean }>[],
    options: Readonly<{ plugins: null; excludedMutations: readonly string[]; ignorers: readonly unknown[] }>,
  ): Promise<
    Readonly<{
      files: readonly Readonly<{ name: string; content: string }>[];
      mutants: readonly Readonly<{
        id: string;
        fileName: string;
        mutatorName: string;
        replacement: string;
        /** Set for mutants of excluded kinds, which are not in the instrumented code. */
        status?: string;
        location: Readonly<{ start: Position; end: Position }>;
      }>[];
    }>
  >;
}>) & { inject: readonly ["$injector"] };

function textBetween(text: string, start: Position, end: Position): string {
  const lines = text.split("\n").slice(start.line, end.line + 1);
  const last = lines.length - 1;
  return lines
    .map((line, index) => line.slice(index === 0 ? start.column : 0, index === last ? end.column : undefined))
    .join("\n");
}
