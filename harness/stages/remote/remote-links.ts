import { CannotBePlayed, missingCapability } from "#harness/capabilities/missing-capability.ts";
import { type FrontRelays, frontRelays } from "#harness/faults/front-relays.ts";
import type { RelayFaults } from "#harness/faults/tcp-relay.ts";
import type { History } from "#harness/history/history.ts";
import type { Stage } from "#harness/stages/stage.ts";
import type { Target } from "#harness/targets/target.ts";
import { TargetTrouble, unreachableReason } from "#harness/targets/target-client.ts";

type LinkFaults = Pick<Stage, "partition" | "dropSilently" | "slow" | "narrow" | "heal">;

/**
 * The relays of a target. They stay open between scenarios, because shared clusters stay linked through them.
 */
let opened: Readonly<{ name: string; relays: Promise<FrontRelays> }> | undefined;

/** Opens the relays in front of the clusters of a target, unless they are open. Resolves to undefined if it has none. */
export async function openRelays({ name, clusters }: Target): Promise<FrontRelays | undefined> {
  if (clusters.every(({ relays }) => relays.length === 0)) return undefined;
  if (opened?.name !== name) {
    await closeRelays();
    const fronted = clusters.map((one) => ({ name: one.name, relays: one.relays, from: one.connectsFrom }));
    opened = { name, relays: frontRelays(fronted) };
  }
  try {
    return await opened?.relays;
  } catch (cause) {
    throw new TargetTrouble(`the relays of ${name} cannot be opened: ${unreachableReason(cause)}`, { cause });
  }
}

export async function closeRelays(): Promise<void> {
  const relays = opened?.relays;
  opened = undefined;
  await (await relays?.catch(() => undefined))?.[Symbol.asyncDispose]();
}

type Links = Readonly<{
  relays: FrontRelays | undefined;
  history: History;
  /** Names of all clusters of the scenario. */
  named: readonly string[];
}>;

/** Returns the operations of a stage that inject faults into the links between the clusters of a target. */
export function linkFaults({ relays, history, named }: Links): LinkFaults {
  type Fault = Readonly<{ kind: string; need: "partition" | "black-hole"; about?: Readonly<Record<string, number>> }>;

  function begin(one: string, other: string, fault: Fault & Readonly<{ faults: Partial<RelayFaults> }>): FrontRelays {
    const { kind, need, about, faults } = fault;
    if (!relays) throw missingCapability(need);
    const third = named.find((name) => name !== one && name !== other);
    if (!relays.areDistinguished && third !== undefined)
      throw new CannotBePlayed(
        `a fault between ${one} and ${other} would also affect ${third}: the target file has no connectsFrom`,
      );
    history.note({ type: "fault", kind, parties: [one, other], ...(about ? { about } : {}) });
    relays.inject(one, other, faults);
    return relays;
  }

  return {
    async partition(one, other) {
      const faults = { isPartitioned: true };
      await begin(one, other, { kind: "partition", need: "partition", faults }).reset(one, other);
    },
    async dropSilently(one, other) {
      begin(one, other, { kind: "black hole", need: "black-hole", faults: { silent: ["to server", "to client"] } });
    },
    async slow(one, other, milliseconds) {
      const faults = { delayMilliseconds: milliseconds };
      begin(one, other, { kind: "slow", need: "partition", about: { milliseconds }, faults });
    },
    async narrow(one, other, bytesPerSecond) {
      begin(one, other, {
        kind: "narrow network",
        need: "partition",
        about: { bytesPerSecond },
        faults: { bytesPerSecond },
      });
    },
    async heal(one, other) {
      if (!relays) throw missingCapability("partition");
      relays.heal(one, other);
      history.heal([one, other]);
    },
  };
}
