import { Failure } from "#harness/cli/failure.ts";
import type { RunServices } from "#harness/cli/runner.ts";
import { appliesTo } from "#harness/reports/expectations.ts";
import type { StageSetting } from "#harness/stages/open-stage.ts";
import { closeRemoteStages } from "#harness/stages/remote.ts";
import { documentsRelease, probe } from "#harness/targets/probe.ts";
import { newPrefix } from "#harness/targets/run-marks.ts";
import type { Target } from "#harness/targets/target.ts";
import { TargetTrouble } from "#harness/targets/target-client.ts";
import { readTarget } from "#harness/targets/target-file.ts";
import { TargetProblem } from "#harness/targets/target-problem.ts";

/**
 * Reads a target file and probes its servers. Disposing removes the objects of scenarios that have not ended. Throws a
 * Failure: "usage" for an invalid file, "not judged" if servers are unreachable or refuse their tokens.
 */
export async function targetServices(file: string, histories: string): Promise<RunServices> {
  const target = targetIn(file);
  const probed = await onTarget(probe(target));
  const prefix = newPrefix();
  const { name, reset, filterKey, lacks, timeScale, expectations, database, cloud } = target;
  const release = probed.clusters[0]?.version ?? "";
  const expectedFailures = target.expectedFailures.filter((one) => appliesTo(one, release));
  return {
    database: database ? `PostgreSQL at ${new URL(database.harness).host}` : "none",
    cloud: cloud ? "embedded" : "none",
    target: {
      ...probed,
      name,
      reset,
      prefix,
      filterKey,
      lacks,
      documents: documentsRelease(target, probed),
      expectedFailures,
      ...(timeScale ? { timeScale } : {}),
      ...(expectations ? { expectations } : {}),
    },
    worldParameters: { stage: "remote", target, probed, prefix, histories } satisfies StageSetting,
    [Symbol.asyncDispose]: closeRemoteStages,
  };
}

/** Reads a target file. Throws a Failure "usage" if the file is invalid. */
export function targetIn(file: string): Target {
  try {
    return readTarget(file);
  } catch (cause) {
    throw cause instanceof TargetProblem ? new Failure("usage", cause.message, { cause }) : cause;
  }
}

/** Resolves as `task`. Throws a Failure "not judged" if servers of the target cannot be used. */
export async function onTarget<Result>(task: Promise<Result>): Promise<Result> {
  try {
    return await task;
  } catch (cause) {
    throw cause instanceof TargetTrouble ? new Failure("not judged", cause.message, { cause }) : cause;
  }
}
