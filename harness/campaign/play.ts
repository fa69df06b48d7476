import type { Fault, Operation, Work } from "./action.ts";
import type { Ground } from "./actor.ts";
import { Client } from "./client.ts";
import { nemesis as nemesisName, operator as operatorName } from "./expand.ts";
import { Nemesis } from "./nemesis.ts";
import { Operator } from "./operator.ts";
import { clientsOf, setUp } from "./prologue.ts";
import { repair } from "./repair.ts";
import type { Schedule } from "./schedule.ts";
import type { CampaignWorld } from "./world.ts";

/** What of a run is told besides its history. Times are virtual milliseconds. */
export type Played = Readonly<{
  /** What did not settle once all was healed; undefined when everything did. */
  unsettled: string | undefined;
  virtualMilliseconds: number;
}>;

/**
 * Plays a schedule in a world that was just opened, to its end: the set-up, then the actions of all actors side by side, then all is healed and has
 * to settle, then everything is read once more everywhere. What happened stands in the world's history.
 */
export async function play(world: CampaignWorld, schedule: Schedule): Promise<Played> {
  const clients = clientsOf(schedule.actions, [operatorName, nemesisName]);
  await world.until(setUp(world, schedule, clients));
  const began = world.elapsed();
  const ground: Ground = { call: (...call) => world.call(...call), after: (...when) => world.after(...when) };
  const operator = new Operator({ ground, rootToken: world.rootToken });
  const nemesis = new Nemesis(world);
  const actors = new Map<string, (action: Schedule["actions"][number]) => Promise<void>>([
    [operatorName, (action) => operator.operate(action as Operation)],
    [nemesisName, (action) => nemesis.strike(action as Fault)],
  ]);
  for (const name of clients) {
    const client = new Client({
      ground,
      name,
      signed: schedule.services.cloud ? await world.signedLogin(name) : undefined,
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
  const healing = waitUntil(schedule.healAt).then(() => nemesis.healAll());
  await world.until(Promise.all([...parts, healing]));
  const links = new Map(schedule.clusters.map((name) => [name, world.linkOf(name)]));
  const linked = [schedule.primary, ...schedule.secondaries];
  const unsettled = await world.until(
    repair({
      ground,
      operator,
      clusters: schedule.clusters.filter((name) => linked.includes(name)),
      linkOf: (name) => links.get(name) ?? "",
      now: () => world.elapsed(),
    }),
  );
  if (unsettled === undefined) await world.settle();
  return { unsettled, virtualMilliseconds: world.elapsed() - began };
}
