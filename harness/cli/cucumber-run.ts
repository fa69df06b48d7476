import { Writable } from "node:stream";
import { type IRunOptions, type ISupportCodeLibrary, loadSupport, runCucumber } from "@cucumber/cucumber/api";
import type { Envelope } from "@cucumber/messages";
import { threadLimits } from "#harness/program/thread-limits.ts";

const maxErrorLength = 2_000;

/** Pattern that matches no file. Without any pattern, cucumber would import files next to the features. */
const noSteps = "no-steps-at-all/*.ts";

const silent = import.meta.resolve("#harness/cli/silent-formatter.ts");

const snippetSyntax = import.meta.resolve("#harness/cli/snippet-syntax.ts");

const noSources: IRunOptions["sources"] = {
  defaultDialect: "en",
  paths: [],
  names: [],
  tagExpression: "",
  order: "defined",
};

/** Imported steps and hooks, which later runs of the same process can reuse. */
export type LoadedSteps = ISupportCodeLibrary;

export type CucumberRun = Readonly<{
  /** Feature files as glob patterns, optionally with `:line`. */
  paths: readonly string[];
  tags: string;
  /** Glob patterns of files with steps and hooks, or the steps that an earlier run loaded. */
  steps: readonly string[] | LoadedSteps;
  dryRun?: boolean;
  workers?: number;
  /** Parameters that the World of every scenario receives. A JSON value, because it is also sent to worker threads. */
  worldParameters?: IRunOptions["runtime"]["worldParameters"];
  /** Name of a formatter by the path of the file that it writes. */
  formats?: Readonly<Record<string, string>>;
  onEnvelope: (envelope: Envelope) => void;
}>;

/** Loaded steps by file names. They must be reused: a module defines its steps only when it is first imported. */
const loaded = new Map<string, LoadedSteps>();

async function load(files: readonly string[]): Promise<LoadedSteps> {
  const key = JSON.stringify(files);
  const known = loaded.get(key);
  if (known) return known;
  const support = { importPaths: files.length > 0 ? [...files] : [noSteps] };
  const steps = await loadSupport({ sources: noSources, support });
  loaded.set(key, steps);
  return steps;
}

/**
 * Runs cucumber in this process, without its configuration file and without publishing. If the file of a formatter
 * cannot be written, rejects with an error that has the system's code.
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
    formats: {
      stdout: silent,
      files: { ...run.formats },
      publish: false,
      options: run.dryRun ? { snippetSyntax } : {},
    },
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
