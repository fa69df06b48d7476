import type { EventOf } from "#harness/history/event.ts";
import type { Operation } from "../operation.ts";
import { commandOf, fieldsOf } from "./operator-command.ts";

export type Part = {
  mode: "unknown" | "disabled" | "bootstrapping" | "primary" | "secondary";
  state: string | undefined;
  /** The replication set, as far as any answer told. */
  set: string | undefined;
  /** Set while it has been demoted and given no new primary. */
  isOrphaned: boolean;
};

const modes: readonly unknown[] = ["disabled", "bootstrapping", "primary", "secondary"];
const changesRole: ReadonlySet<string> = new Set([
  "primary enable",
  "promote",
  "demote",
  "secondary enable",
  "update primary",
  "disable",
]);
/** The clusters that start from an empty or an older store after a fault: all that a history reports of them before may not hold any more. */
export function lostStores({ kind, parties }: EventOf<"fault">): readonly string[] {
  return kind === "lost disk" || kind === "older store" ? parties : [];
}

/** A listener for faults that removes from a map by cluster what was known of those that lost their stores. */
export function forgetLost(known: Pick<Map<string, unknown>, "delete">): (fault: EventOf<"fault">) => void {
  return (fault) => {
    for (const cluster of lostStores(fault)) known.delete(cluster);
  };
}

/** The same for a map whose keys are a cluster and something else, with a space between. */
export function forgetLostStores(known: Map<string, unknown>): (fault: EventOf<"fault">) => void {
  return (fault) => {
    for (const cluster of lostStores(fault))
      for (const place of known.keys()) if (place.startsWith(`${cluster} `)) known.delete(place);
  };
}

export const statusPath = "sys/replication/performance/status";

/** What each cluster is, as its answers tell it; an answer whose request was asked before something changed tells nothing. */
export class Roles {
  readonly #parts = new Map<string, Part>();
  readonly #changed = new Map<string, Readonly<{ seq: number; at: number; wasPrimary: boolean }>>();
  /** The clusters that have been a primary by their own answers. */
  readonly #beenPrimary = new Set<string>();
  readonly #pending = new Map<string, number>();
  /** The clusters that have ever been a primary, or may have been. */
  readonly #wasPrimary = new Set<string>();
  #isPromotedByForce = false;
  #isPrimaryRestored = false;
  #sets = 0;

  of(cluster: string): Part {
    const known = this.#parts.get(cluster) ?? { mode: "unknown", state: undefined, set: undefined, isOrphaned: false };
    this.#parts.set(cluster, known);
    return known;
  }

  all(): ReadonlyMap<string, Part> {
    return this.#parts;
  }

  /** Whether a cluster was promoted by force in this history, or a primary started over an older store, so that a set may have two logs. */
  get isForced(): boolean {
    return this.#isPromotedByForce || this.#isPrimaryRestored;
  }

  /** Whether an operator has asked for a promotion by force in this history. */
  get isPromotedByForce(): boolean {
    return this.#isPromotedByForce;
  }

  /** Whether a cluster has ever been a primary in this history, or may have been. */
  wasPrimary(cluster: string): boolean {
    return this.#wasPrimary.has(cluster);
  }

  /** Whether there can be one set only, so that it is that of every cluster that is in one. */
  get isOneSet(): boolean {
    return this.#sets <= 1;
  }

  /** The number of the event that last made the cluster something else, an answer to a command or the loss of its store; 0 for none. */
  changedAt(cluster: string): number {
    return this.#changed.get(cluster)?.seq ?? 0;
  }

  /** When that was, in milliseconds of the stage's time; before all time for never. */
  changeTime(cluster: string): number {
    return this.#changed.get(cluster)?.at ?? Number.NEGATIVE_INFINITY;
  }

  /** Whether it had been a primary before its role changed last. */
  wasPrimaryBefore(cluster: string): boolean {
    return this.#changed.get(cluster)?.wasPrimary ?? false;
  }

  /** Whether the cluster is in no set, as far as is known, and no command is under way that puts it into one. */
  isAlone(cluster: string): boolean {
    const { mode } = this.of(cluster);
    return !this.isChanging(cluster) && (mode === "disabled" || (mode === "unknown" && this.changedAt(cluster) === 0));
  }

  /** Whether a command is under way that makes the cluster something else. */
  isChanging(cluster: string): boolean {
    return (this.#pending.get(cluster) ?? 0) > 0;
  }

  /** Who introduces itself says which set it is in. */
  frame({ from, kind, about }: EventOf<"frame">): void {
    if (kind === "introduction" && typeof about?.set === "string" && about.set !== "") this.of(from).set = about.set;
  }

  /**
   * A cluster that starts over an empty disk is in no set; the role of one that starts over an older store is unknown until it reports it. One that
   * was a primary may write to a log of its own, as after a promotion by force.
   */
  failed(fault: EventOf<"fault">): void {
    const { kind, parties, seq, at } = fault;
    if (kind === "older store" && parties.some((cluster) => this.#wasPrimary.has(cluster)))
      this.#isPrimaryRestored = true;
    const mode = kind === "lost disk" ? "disabled" : "unknown";
    for (const cluster of lostStores(fault)) {
      Object.assign(this.of(cluster), { mode, state: undefined, set: undefined, isOrphaned: false } satisfies Part);
      this.#changes(cluster, { seq, at });
    }
  }

  /** A command may take effect as soon as it is given. */
  asked(request: EventOf<"request">): void {
    const command = commandOf({ request });
    if (command?.command === "promote" && command.force) this.#isPromotedByForce = true;
    if (command?.command === "promote" || command?.command === "primary enable") this.#wasPrimary.add(command.cluster);
    if (command) this.#pending.set(command.cluster, (this.#pending.get(command.cluster) ?? 0) + 1);
  }

  answered(operation: Operation): void {
    const { request, answer } = operation;
    const part = this.of(request.cluster);
    if (answer.index) part.set = answer.index.set;
    const command = commandOf(operation);
    if (command) this.#pending.set(command.cluster, (this.#pending.get(command.cluster) ?? 1) - 1);
    if (command && answer.outcome === "ok") {
      this.#changes(request.cluster, answer, changesRole.has(command.command));
      this.#apply(part, command.command);
      if (part.mode === "primary") this.#beenPrimary.add(request.cluster);
    }
    // It may have taken effect, and what the cluster is stays unknown until it says so.
    if (command && answer.outcome === "unknown" && changesRole.has(command.command)) {
      part.mode = "unknown";
      this.#changes(request.cluster, answer);
    }
    if (request.path === statusPath && answer.outcome === "ok") this.#told(part, operation);
  }

  #changes(cluster: string, { seq, at }: Readonly<{ seq: number; at: number }>, isOfRole = true): void {
    const wasPrimary = isOfRole ? this.#beenPrimary.has(cluster) : this.wasPrimaryBefore(cluster);
    this.#changed.set(cluster, { seq, at, wasPrimary });
  }

  #apply(part: Part, command: NonNullable<ReturnType<typeof commandOf>>["command"]): void {
    switch (command) {
      case "primary enable":
        this.#sets += 1;
        part.set = undefined;
        part.mode = "primary";
        part.isOrphaned = false;
        return;
      case "promote":
        part.mode = "primary";
        part.isOrphaned = false;
        return;
      case "demote":
        part.mode = "secondary";
        part.isOrphaned = true;
        return;
      case "secondary enable":
        part.set = undefined;
        part.mode = "bootstrapping";
        part.isOrphaned = false;
        return;
      case "update primary":
        part.isOrphaned = false;
        return;
      case "disable":
        part.mode = "disabled";
        part.set = undefined;
        part.isOrphaned = false;
        return;
    }
  }

  #told(part: Part, { request, answer }: Operation): void {
    if (request.seq < this.changedAt(request.cluster)) return;
    const { mode, state } = fieldsOf(fieldsOf(answer.body).data);
    if (!modes.includes(mode)) return;
    part.mode = mode as Part["mode"];
    if (mode === "primary") {
      this.#wasPrimary.add(request.cluster);
      this.#beenPrimary.add(request.cluster);
    }
    part.state = typeof state === "string" ? state : undefined;
  }
}
