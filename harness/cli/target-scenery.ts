import { randomBytes } from "node:crypto";
import { Failure } from "#harness/cli/failure.ts";
import type { Scenery } from "#harness/cli/runner.ts";
import type { StageSetting } from "#harness/stages/open-stage.ts";
import { closeRemoteStages } from "#harness/stages/remote.ts";
import { type Probed, probe } from "#harness/targets/probe.ts";
import type { Target } from "#harness/targets/target.ts";
import { TargetTrouble } from "#harness/targets/target-client.ts";
import { readTarget, TargetProblem } from "#harness/targets/target-file.ts";

/** Two runs at once do not take one another's names for theirs; longer names meet bounds sooner. */
const prefixBytes = 3;

/**
 * The servers that a target file tells of, looked at once. Disposing takes away what scenarios made that did not end. Throws a Failure:
 * "usage" when the file cannot be used, "not judged" when the servers are not there or refuse their tokens.
 */
export async function targetScenery(file: string, histories: string): Promise<Scenery> {
  const target = targetIn(file);
  const probed = await lookAt(target);
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

async function lookAt(target: Target): Promise<Probed> {
  try {
    return await probe(target);
  } catch (cause) {
    throw cause instanceof TargetTrouble ? new Failure("not judged", cause.message, { cause }) : cause;
  }
}
