import { Writable } from "node:stream";
import { type IRunOptions, type ISupportCodeLibrary, loadSupport, runCucumber } from "@cucumber/cucumber/api";
import type { Envelope } from "@cucumber/messages";
import { threadLimits } from "#harness/program/thread-limits.ts";
import { quickMatching } from "./quick-matching.ts";

/** Maximum number of characters kept of cucumber's error output. Its beginning names the cause. */
const maxErrorLength = 2_000;

/** Pattern without matches. Without steps, cucumber would import files beside the features. */
const noSteps = "no-steps-at-all/*.ts";

/** Formatter without output, because Understudy prints its own progress. */
const silent = import.meta.resolve("#harness/cli/silent-formatter.ts");

/** Sources without features, for loading steps, which do not depend on features. */
export const noSources: IRunOptions["sources"] = {
  defaultDialect: "en",
  paths: [],
  names: [],
  tagExpression: "",
  order: "defined",
};

/** Imported steps and hooks. A process imports them once and uses them for all its runs. */
export type LoadedSteps = ISupportCodeLibrary;

/** Options of one cucumber run. */
export type CucumberRun = Readonly<{
  /** Feature files as glob patterns, some with `:line`. */
  paths: readonly string[];
  tags: string;
  /** Files with steps and hooks, as glob patterns, or the steps loaded by an earlier run. */
  steps: readonly string[] | LoadedSteps;
  dryRun?: boolean;
  workers?: number;
  /** Parameters of every World. They must be JSON because they are also sent to worker threads. */
  worldParameters?: IRunOptions["runtime"]["worldParameters"];
  /** Formatters, by the file that each writes. */
  formats?: Readonly<Record<string, string>>;
  onEnvelope: (envelope: Envelope) => void;
}>;

/** Loaded steps by their file names. A module defines its steps only when it is first imported. */
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
 * Runs cucumber in this process, without a configuration file or publishing. Resolves to its
 * success flag and the loaded steps. Rejects with the system error if a formatter's file cannot be
 * written, after all scenarios have run.
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
      // One worker means this thread; cucumber counts additional threads.
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
    // The reason is only in cucumber's error output: it closes a file that is already closed.
    const { code } = error as NodeJS.ErrnoException;
    const [, why] = code === "ERR_STREAM_DESTROYED" ? (/\b(E[A-Z]+): /.exec(errorOutput) ?? []) : [];
    if (why === undefined) throw error;
    throw Object.assign(new Error(errorOutput.trim(), { cause: error }), { code: why, syscall: "write" });
  }
}
