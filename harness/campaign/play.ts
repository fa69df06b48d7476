import { randomByMoment } from "#harness/simulation/random.ts";
import { Endless } from "#harness/simulation/scheduler.ts";
import type { Action, Fault, Operation, Work } from "./action.ts";
import type { ActorContext } from "./actor.ts";
import { Client } from "./client.ts";
import { nemesis as nemesisName } from "./expand-faults.ts";
import { deputy as deputyName, operator as operatorName } from "./expand-operations.ts";
import { Nemesis } from "./nemesis.ts";
import { Operator } from "./operator.ts";
import { repair } from "./repair.ts";
import { samplerOf } from "./sampler.ts";
import type { Schedule } from "./schedule.ts";
import { clientsOf, setUp } from "./setup.ts";
import type { CampaignWorld } from "./world.ts";

export type Played = Readonly<{
  /** Reason why the clusters did not recover after all faults had ended; undefined if they recovered. */
  unsettled: string | undefined;
  /** Operations by which the operator repaired the replication set after all faults had ended, in order. */
  repairs: readonly Action[];
  virtualMilliseconds: number;
}>;

/**
 * Earliest time at which the actions start, in milliseconds since the world was opened. It is fixed, so that actions
 * usually keep their times when a schedule is shrunk.
 */
const startMilliseconds = 1_000;

/** Minimum and maximum request timeout of clients in milliseconds. Usually it is the maximum, sometimes random. */
const timeoutMilliseconds = { min: 100, max: 15_000 } as const;

/**
 * Time in milliseconds in which the clusters may recover by themselves, before the operator looks at them and repairs.
 */
const quietMilliseconds = 6_000;

function newSecondaryOf(action: Schedule["actions"][number]): readonly string[] {
  return action.do === "enable secondary" || action.do === "update primary" ? [action.cluster] : [];
}

/**
 * Plays a schedule in a new world: the setup, the actions of all actors concurrently, the end of all faults, the repair
 * and, if the clusters recovered, a read of the secrets in every member of the replication set and a survey of the
 * stores. If the world exceeds its limits, `unsettled` gives the reason.
 */
export async function play(world: CampaignWorld, schedule: Schedule): Promise<Played> {
  const progress: Progress = { part: "the setup", began: 0, repairs: [] };
  const endless = (error: unknown) => {
    if (!(error instanceof Endless)) throw error;
    return `${progress.part} does not end: ${error.message}`;
  };
  const unsettled = await playParts(world, schedule, progress).catch(endless);
  return { unsettled, repairs: progress.repairs, virtualMilliseconds: world.elapsed() - progress.began };
}

type Progress = { part: string; began: number; readonly repairs: Action[] };

async function playParts(world: CampaignWorld, schedule: Schedule, progress: Progress): Promise<string | undefined> {
  const clients = clientsOf(schedule.actions, [operatorName, deputyName, nemesisName]);
  await world.until(setUp(world, schedule, clients));
  const began = Math.max(startMilliseconds, world.elapsed());
  progress.began = began;
  const context: ActorContext = { call: (...call) => world.call(...call), after: (...when) => world.after(...when) };
  const linked = [...new Set([schedule.primary, ...schedule.secondaries, ...schedule.actions.flatMap(newSecondaryOf)])];
  const keys = {
    unsealKeysOf: (name: string) => world.unsealKeysOf(name),
    noteUnsealKey: (name: string, key: Uint8Array) => world.noteUnsealKey(name, key),
  };
  const stores = {
    backUp: (name: string) => world.backUp(name),
    restoreBackup: (name: string) => world.restoreBackup(name),
  };
  const operatorCalled = (name: string) => new Operator({ context, rootToken: world.rootToken, keys, stores, name });
  const operator = operatorCalled(operatorName);
  const deputy = operatorCalled(deputyName);
  const nemesis = new Nemesis(world);
  const actors = new Map<string, (action: Schedule["actions"][number]) => Promise<void>>([
    [operatorName, (action) => operator.operate(action as Operation)],
    [deputyName, (action) => deputy.operate(action as Operation)],
    [nemesisName, (action) => nemesis.inject(action as Fault)],
  ]);
  for (const name of clients) {
    const sampler = samplerOf(randomByMoment(schedule.seed, `patience of ${name}`, () => world.elapsed()));
    const client = new Client({
      context: {
        ...context,
        elapsed: () => world.elapsed(),
        timeoutMilliseconds: () =>
          Math.round(
            sampler.chance(0.8)
              ? timeoutMilliseconds.max
              : sampler.between(timeoutMilliseconds.min, timeoutMilliseconds.max),
          ),
      },
      name,
      signed: schedule.services.cloud ? await world.signedLogin(name) : undefined,
      evidence: schedule.services.cloud ? await world.instanceEvidence() : undefined,
    });
    actors.set(name, (action) => client.work(action as Work));
  }
  const pass = (milliseconds: number) => new Promise<void>((resolve) => void world.after(milliseconds, resolve));
  const waitUntil = (moment: number) => pass(Math.max(0, began + moment - world.elapsed()));
  const runs = [...actors].map(async ([name, act]) => {
    for (const action of schedule.actions) {
      if (action.by !== name) continue;
      await waitUntil(action.at);
      await act(action);
    }
  });
  progress.part = "the workload, with the healing after it,";
  const healing = waitUntil(schedule.healAt).then(() => nemesis.healAll());
  await world.until(Promise.all([...runs, healing]));
  progress.part = "the quiet look";
  for (const cluster of schedule.clusters) await world.until(operator.operate({ do: "unseal", cluster }));
  await world.until(pass(quietMilliseconds));
  for (const cluster of linked) await world.until(operator.statusOf(cluster));
  progress.part = "the repair";
  const links = new Map(schedule.clusters.map((name) => [name, world.linkOf(name)]));
  const repairing = new Operator({
    ...{ context, rootToken: world.rootToken, keys, stores, name: operatorName },
    noted: (operation) =>
      void progress.repairs.push({ at: Math.round(world.elapsed() - began), by: operatorName, ...operation }),
  });
  const unsettled = await world.until(
    repair({
      context,
      operator: repairing,
      clusters: schedule.clusters.filter((name) => linked.includes(name)),
      linkOf: (name) => links.get(name) ?? "",
      now: () => world.elapsed(),
    }),
  );
  if (unsettled === undefined) {
    progress.part = "the quiet period";
    await world.settle();
    progress.part = "the final read";
    await world.survey(await world.until(readAll()));
  }
  return unsettled;

  async function readAll(): Promise<readonly string[]> {
    const members = new Map<string, Readonly<Record<string, unknown>>>();
    const secrets = new Set(
      schedule.actions.flatMap((one) => ("mount" in one && "key" in one ? [`${one.mount}/${one.key}`] : [])),
    );
    for (const cluster of linked) {
      const status = await operator.statusOf(cluster);
      // A cluster that lost its disk or was disabled is no longer in the set.
      if (status?.mode === "primary" || status?.mode === "secondary") members.set(cluster, status);
    }
    const primary = [...members].find(([, { mode }]) => mode === "primary")?.[0];
    for (const { mode, secondary_id: id } of members.values())
      if (mode === "secondary" && primary !== undefined) await operator.readFilter(primary, String(id));
    for (const cluster of members.keys()) {
      await Promise.all([...secrets, "sys/mounts"].map((path) => operator.read(cluster, path)));
      await operator.checkTree(cluster);
    }
    return [...members.keys()];
  }
}
