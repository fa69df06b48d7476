import { missingCapability } from "#harness/capabilities/missing-capability.ts";
import type { StartedAs } from "#harness/stages/stage.ts";
import { runCommand } from "#harness/targets/run-command.ts";
import type { StartOption, Target, TargetCluster } from "#harness/targets/target.ts";
import { unsealed } from "./remote-wait.ts";

/**
 * Kills a cluster of a target and starts it with its stored data. The command `start` gets what `as` contains in its
 * environment. Throws `CannotBePlayed` if the target has no such commands, or `start` cannot change what `as` contains.
 */
export async function killAndStart(
  { name, commands: { start, kill } }: TargetCluster,
  { folder, startOptions }: Pick<Target, "folder" | "startOptions">,
  as: StartedAs,
): Promise<void> {
  if (!start || !kill) throw missingCapability("restart");
  const changed: readonly (readonly [unknown, StartOption])[] = [
    [as.environment, "environment"],
    [as.release, "old-release"],
    [as.edition, "edition"],
  ];
  const missing = changed.find(([value, option]) => value !== undefined && !startOptions.includes(option));
  if (missing) throw missingCapability(missing[1]);
  await runCommand(kill, `kill ${name}`, folder);
  await runCommand(start, `start ${name}`, folder, { variables: variablesFor(as) });
}

/**
 * Environment of the command `start`: the variables of the cluster under their own names, their names in
 * UNDERSTUDY_VARIABLES, and the release and the edition.
 */
function variablesFor({ environment = {}, release, edition }: StartedAs): Readonly<Record<string, string>> {
  const given = Object.entries(environment).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
  return {
    ...Object.fromEntries(given),
    ...(given.length > 0 ? { UNDERSTUDY_VARIABLES: given.map(([name]) => name).join(" ") } : {}),
    ...(release === undefined ? {} : { UNDERSTUDY_RELEASE: release }),
    ...(edition === undefined ? {} : { UNDERSTUDY_EDITION: edition }),
  };
}

/** Empties a cluster of a target, and waits until it is unsealed. */
export async function renew(cluster: TargetCluster, { folder }: Pick<Target, "folder">): Promise<void> {
  const { renew } = cluster.commands;
  if (renew) await runCommand(renew, `renew ${cluster.name}`, folder);
  await unsealed(cluster);
}
