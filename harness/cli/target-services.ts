import { randomBytes } from "node:crypto";
import { Failure } from "#harness/cli/failure.ts";
import type { RunServices } from "#harness/cli/runner.ts";
import type { StageSetting } from "#harness/stages/open-stage.ts";
import { closeRemoteStages } from "#harness/stages/remote.ts";
import { type Probed, probe } from "#harness/targets/probe.ts";
import type { Target } from "#harness/targets/target.ts";
import { TargetTrouble } from "#harness/targets/target-client.ts";
import { readTarget, TargetProblem } from "#harness/targets/target-file.ts";

const prefixBytes = 3;

/**
 * Reads a target file and probes its servers. Disposing removes the objects of scenarios that have not ended. Throws a
 * Failure: "usage" for an invalid file, "not judged" if servers are unreachable or refuse their tokens.
 */
export async function targetServices(file: string, histories: string): Promise<RunServices> {
  const target = targetIn(file);
  const probed = await probeTarget(target);
  const prefix = `understudy-${randomBytes(prefixBytes).toString("hex")}-`;
  const { name, reset, filterKey, lacks, timeScale, expectedFailures, database, cloud } = target;
  return {
    database: database ? `PostgreSQL at ${new URL(database.harness).host}` : "none",
    cloud: cloud ? "embedded" : "none",
    target: { ...probed, name, reset, prefix, filterKey, lacks, expectedFailures, ...(timeScale ? { timeScale } : {}) },
    worldParameters: { stage: "remote", target, probed, prefix, histories } satisfies StageSetting,
    [Symbol.asyncDispose]: closeRemoteStages,
  };
}

function targetIn(file: string): Target {
  try {
    return readTarget(file);
  } catch (cause) {
    throw cause instanceof TargetProblem ? new Failure("usage", cause.message, { cause }) : cause;
  }
}

async function probeTarget(target: Target): Promise<Probed> {
  try {
    return await probe(target);
  } catch (cause) {
    throw cause instanceof TargetTrouble ? new Failure("not judged", cause.message, { cause }) : cause;
  }
}
