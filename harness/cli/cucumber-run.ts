import { Writable } from "node:stream";
import { type IRunOptions, type ISupportCodeLibrary, loadSupport, runCucumber } from "@cucumber/cucumber/api";
import type { Envelope } from "@cucumber/messages";
import { quickMatching } from "./quick-matching.ts";
import { threadLimits } from "./thread-limits.ts";

/** The first of what cucumber complains of says what went wrong. */
const maxErrorLength = 2_000;

/** Without any steps cucumber would import what stands beside the features; this pattern finds nothing. */
const noSteps = "no-steps-at-all/*.ts";

/** Its own progress is not shown: we have ours. */
const silent = import.meta.resolve("#harness/cli/silent-formatter.ts");

/** Steps are the same whatever features are read. */
export const noSources: IRunOptions["sources"] = {
  defaultDialect: "en",
  paths: [],
  names: [],
  tagExpression: "",
  order: "defined",
};

/** Steps and hooks that were imported: once in the life of a process, for all its runs. */
export type LoadedSteps = ISupportCodeLibrary;

/** What differs between our runs of cucumber. */
export type CucumberRun = Readonly<{
  /** Files to read, as patterns, some with `:line`. */
  paths: readonly string[];
  tags: string;
  /** Files with steps and hooks, as patterns; or those of an earlier run. */
  steps: readonly string[] | LoadedSteps;
  dryRun?: boolean;
  workers?: number;
  /** Handed to every World; JSON, because it also goes to workers. */
  worldParameters?: IRunOptions["runtime"]["worldParameters"];
  /** Formatters by the file they write. */
  formats?: Readonly<Record<string, string>>;
  onEnvelope: (envelope: Envelope) => void;
}>;

/** By the files that they were imported from: a module is imported once, and defines its steps only then. */
const loaded = new Map<string, LoadedSteps>();

async function load(files: readonly string[]): Promise<LoadedSteps> {
  const key = JSON.stringify(files);
  const known = loaded.get(key);
  if (known) return known;
  const support = { importPaths: files.length > 0 ? [...files] : [noSteps] };
  const steps = await loadSupport({ sources: noSources, support });
  quickMatching(steps);
  loaded.set(key, steps);
  return steps;
}

/**
 * Runs cucumber in this process, strictly, with no configuration file and without publishing anything.
 * Resolves to whether it calls the run a success, and to the steps that it loaded; what happened is told by the envelopes. Rejects with the system's error when a
 * formatter's file cannot be written; by then all was played.
 */
export async function runCucumberWith(run: CucumberRun): Promise<Readonly<{ success: boolean; steps: LoadedSteps }>> {
  const steps = "originalCoordinates" in run.steps ? run.steps : await load(run.steps);
  const options: IRunOptions = {
    sources: { defaultDialect: "en", paths: [...run.paths], names: [], tagExpression: run.tags, order: "defined" },
    support: steps,
    runtime: {
      dryRun: run.dryRun ?? false,
      failFast: false,
      filterStacktraces: true,
      // One worker is this thread; cucumber counts threads beside it.
      parallel: run.workers !== undefined && run.workers > 1 ? run.workers : 0,
      retry: 0,
      retryTagFilter: "",
      strict: true,
      worldParameters: run.worldParameters ?? {},
      workerOptions: { resourceLimits: threadLimits() },
    },
    formats: { stdout: silent, files: { ...run.formats }, publish: false, options: {} },
  };
  const discarded = new Writable({ write: (_chunk, _encoding, done) => done() });
  let errorOutput = "";
  const stderr = new Writable({
    write(chunk, _encoding, done) {
      errorOutput += String(chunk).slice(0, maxErrorLength - errorOutput.length);
      done();
    },
  });
  try {
    const { success } = await runCucumber(options, { stdout: discarded, stderr }, run.onEnvelope);
    return { success, steps };
  } catch (error) {
    // It closes a file that is closed already, and says only here what had closed it.
    const { code } = error as NodeJS.ErrnoException;
    const [, why] = code === "ERR_STREAM_DESTROYED" ? (/\b(E[A-Z]+): /.exec(errorOutput) ?? []) : [];
    if (why === undefined) throw error;
    throw Object.assign(new Error(errorOutput.trim(), { cause: error }), { code: why, syscall: "write" });
  }
}
