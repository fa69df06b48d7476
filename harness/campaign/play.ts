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

/** What of a run is told besides its history. Times are virtual milliseconds. */
export type Played = Readonly<{
  /** What did not settle once all was healed; undefined when everything did. */
  unsettled: string | undefined;
  /** What the operator did once all was healed, in the order in which it was done. */
  repairs: readonly Action[];
  virtualMilliseconds: number;
}>;

/**
 * When the actions begin, in milliseconds since the world was opened, however much there was to set up: so what is left of a schedule of which something
 * was taken out happens when it happened before. To set up takes a tenth of it.
 */
const beginning = 1_000;

/** How long clients wait for an answer, in milliseconds: mostly as long as a forwarded write may take, sometimes less. */
const patience = { min: 100, max: 15_000 } as const;

/** The cluster that an action is to make a secondary, if it does that. */
function newSecondaryOf(action: Schedule["actions"][number]): readonly string[] {
  return action.do === "enable secondary" || action.do === "update primary" ? [action.cluster] : [];
}

/**
 * Plays a schedule in a world that was just opened, to its end: the set-up, then the actions of all actors side by side, then all is healed and has
 * to settle, then everything is read once more everywhere and what is stored is looked at. What happened stands in the world's history. A world that goes on
 * longer than it may has not settled.
 */
export async function play(world: CampaignWorld, schedule: Schedule): Promise<Played> {
  const progress: Progress = { part: "to set up", began: 0, repairs: [] };
  const endless = (error: unknown) => {
    if (!(error instanceof Endless)) throw error;
    return `${progress.part} comes to no end: ${error.message}`;
  };
  const unsettled = await playParts(world, schedule, progress).catch(endless);
  return { unsettled, repairs: progress.repairs, virtualMilliseconds: world.elapsed() - progress.began };
}

/** How far a play has come: what is being done, for people, when its actions began, and what was repaired. */
type Progress = { part: string; began: number; readonly repairs: Action[] };

/** Resolves to what did not settle once all was healed; undefined when everything did. */
async function playParts(world: CampaignWorld, schedule: Schedule, progress: Progress): Promise<string | undefined> {
  const clients = clientsOf(schedule.actions, [operatorName, deputyName, nemesisName]);
  await world.until(setUp(world, schedule, clients));
  const began = Math.max(beginning, world.elapsed());
  progress.began = began;
  const ground: ActorContext = { call: (...call) => world.call(...call), after: (...when) => world.after(...when) };
  const linked = [...new Set([schedule.primary, ...schedule.secondaries, ...schedule.actions.flatMap(newSecondaryOf)])];
  const keys = {
    unsealKeysOf: (name: string) => world.unsealKeysOf(name),
    noteUnsealKey: (name: string, key: Uint8Array) => world.noteUnsealKey(name, key),
  };
  const stores = {
    backUp: (name: string) => world.backUp(name),
    restoreBackup: (name: string) => world.restoreBackup(name),
  };
  const operatorCalled = (name: string) => new Operator({ ground, rootToken: world.rootToken, keys, stores, name });
  const operator = operatorCalled(operatorName);
  const deputy = operatorCalled(deputyName);
  const nemesis = new Nemesis(world);
  const actors = new Map<string, (action: Schedule["actions"][number]) => Promise<void>>([
    [operatorName, (action) => operator.operate(action as Operation)],
    [deputyName, (action) => deputy.operate(action as Operation)],
    [nemesisName, (action) => nemesis.strike(action as Fault)],
  ]);
  for (const name of clients) {
    const sampler = samplerOf(randomByMoment(schedule.seed, `patience of ${name}`, () => world.elapsed()));
    const client = new Client({
      ground: {
        ...ground,
        patience: () => Math.round(sampler.chance(0.8) ? patience.max : sampler.between(patience.min, patience.max)),
      },
      name,
      signed: schedule.services.cloud ? await world.signedLogin(name) : undefined,
      evidence: schedule.services.cloud ? await world.instanceEvidence() : undefined,
    });
    actors.set(name, (action) => client.work(action as Work));
  }
  const waitUntil = (moment: number) =>
    new Promise<void>((resolve) => void world.after(Math.max(0, began + moment - world.elapsed()), resolve));
  const parts = [...actors].map(async ([name, act]) => {
    for (const action of schedule.actions) {
      if (action.by !== name) continue;
      await waitUntil(action.at);
      await act(action);
    }
  });
  progress.part = "what the actors do, with the healing after it,";
  const healing = waitUntil(schedule.healAt).then(() => nemesis.healAll());
  await world.until(Promise.all([...parts, healing]));
  progress.part = "to unseal and to repair, with all healed,";
  for (const cluster of schedule.clusters) await world.until(operator.operate({ do: "unseal", cluster }));
  const links = new Map(schedule.clusters.map((name) => [name, world.linkOf(name)]));
  const repairing = new Operator({
    ...{ ground, rootToken: world.rootToken, keys, stores, name: operatorName },
    noted: (operation) =>
      void progress.repairs.push({ at: Math.round(world.elapsed() - began), by: operatorName, ...operation }),
  });
  const unsettled = await world.until(
    repair({
      ground,
      operator: repairing,
      clusters: schedule.clusters.filter((name) => linked.includes(name)),
      linkOf: (name) => links.get(name) ?? "",
      now: () => world.elapsed(),
    }),
  );
  if (unsettled === undefined) {
    progress.part = "what goes on in the quiet after it";
    await world.settle();
    progress.part = "to read everything once more";
    const members = await world.until(readAll());
    const isFiltered = schedule.actions.some((one) => one.do === "filter");
    await world.survey(isFiltered ? [] : members);
  }
  return unsettled;

  /** Every secret that a client wrote, read by the operator in every cluster of the set. Resolves to these clusters. */
  async function readAll(): Promise<readonly string[]> {
    const members: string[] = [];
    const secrets = new Set(
      schedule.actions.flatMap((one) => ("mount" in one && "key" in one ? [`${one.mount}/${one.key}`] : [])),
    );
    for (const cluster of linked) {
      const mode = await operator.modeOf(cluster);
      // One that lost its disk, or was disabled, is no part of the set.
      if (mode !== "primary" && mode !== "secondary") continue;
      members.push(cluster);
      await Promise.all([...secrets].map((path) => operator.read(cluster, path)));
    }
    return members;
  }
}
