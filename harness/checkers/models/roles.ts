import type { EventOf } from "#harness/history/event.ts";
import type { Operation } from "../operation.ts";
import { commandOf, fieldsOf } from "./operator-command.ts";

export type Part = {
  mode: "unknown" | "disabled" | "bootstrapping" | "primary" | "secondary";
  state: string | undefined;
  /** Id of the replication set; undefined if it is unknown or the cluster is in none. */
  set: string | undefined;
  /** True while the cluster is demoted and has no new primary. */
  isOrphaned: boolean;
};

const unknownPart: Part = { mode: "unknown", state: undefined, set: undefined, isOrphaned: false };
const modes: readonly unknown[] = ["disabled", "bootstrapping", "primary", "secondary"];
const changesRole: ReadonlySet<string> = new Set([
  "primary enable",
  "promote",
  "demote",
  "secondary enable",
  "update primary",
  "disable",
]);
const changesSet: ReadonlySet<string> = new Set(["primary enable", "secondary enable", "disable"]);

/** Returns the clusters whose store a fault replaced by an empty or an older one. */
export function lostStores({ kind, parties }: EventOf<"fault">): readonly string[] {
  return kind === "lost disk" || kind === "older store" ? parties : [];
}

/** Returns a listener for faults that deletes the clusters whose stores were lost from the map `known`. */
export function forgetLost(known: Pick<Map<string, unknown>, "delete">): (fault: EventOf<"fault">) => void {
  return (fault) => {
    for (const cluster of lostStores(fault)) known.delete(cluster);
  };
}

/** Like {@link forgetLost}, for a map whose keys begin with a cluster and a space. */
export function forgetLostStores(known: Map<string, unknown>): (fault: EventOf<"fault">) => void {
  return (fault) => {
    for (const cluster of lostStores(fault))
      for (const place of known.keys()) if (place.startsWith(`${cluster} `)) known.delete(place);
  };
}

export const statusPath = "sys/replication/performance/status";

/**
 * The current role of each cluster according to the history. While a command that may change the cluster's role is
 * pending, the role is unknown, because the command may have taken effect.
 */
export class Roles {
  readonly #parts = new Map<string, Part>();
  readonly #changed = new Map<string, Readonly<{ seq: number; at: number; wasPrimary: boolean }>>();
  /** Clusters that were a primary according to a successful response. */
  readonly #beenPrimary = new Set<string>();
  readonly #pending = new Map<string, number>();
  /** Clusters that reported to be a primary, or were sent a promote or primary enable, whatever the response. */
  readonly #wasPrimary = new Set<string>();
  #isPromotedByForce = false;
  #isPrimaryRestored = false;
  #sets = 0;

  of(cluster: string): Readonly<Part> {
    return this.isChanging(cluster) ? unknownPart : this.#part(cluster);
  }

  primaries(): readonly string[] {
    return [...this.#parts.keys()].filter((cluster) => this.of(cluster).mode === "primary");
  }

  /**
   * True after a request for a promotion by force, or a restore of a cluster that may have been a primary: the set may
   * have two diverging logs.
   */
  get isForced(): boolean {
    return this.#isPromotedByForce || this.#isPrimaryRestored;
  }

  get isPromotedByForce(): boolean {
    return this.#isPromotedByForce;
  }

  /** True if the cluster was a primary or may have been, at any time of the history so far. */
  wasPrimary(cluster: string): boolean {
    return this.#wasPrimary.has(cluster);
  }

  /** True if the history so far created at most one replication set. */
  get isOneSet(): boolean {
    return this.#sets <= 1;
  }

  /**
   * Returns the number of the last event that changed or may have changed the replication of the cluster: the response
   * to a replication command, or the loss of its store. 0 if there was none.
   */
  changedAt(cluster: string): number {
    return this.#changed.get(cluster)?.seq ?? 0;
  }

  /** Returns the time of the event of {@link changedAt} in stage milliseconds, or -Infinity if there was none. */
  changeTime(cluster: string): number {
    return this.#changed.get(cluster)?.at ?? Number.NEGATIVE_INFINITY;
  }

  /** True if the cluster was known, before its role last changed, to have been a primary at some time. */
  wasPrimaryBefore(cluster: string): boolean {
    return this.#changed.get(cluster)?.wasPrimary ?? false;
  }

  /** True if the cluster is in no known set, and no pending command may add it to a set. */
  isAlone(cluster: string): boolean {
    const { mode } = this.of(cluster);
    return !this.isChanging(cluster) && (mode === "disabled" || (mode === "unknown" && this.changedAt(cluster) === 0));
  }

  /** True if a command that may change the cluster's role is pending. */
  isChanging(cluster: string): boolean {
    return (this.#pending.get(cluster) ?? 0) > 0;
  }

  /** Reads the sender's replication set from an introduction. Other frames are ignored. */
  frame({ from, kind, about }: EventOf<"frame">): void {
    if (kind === "introduction" && typeof about?.set === "string" && about.set !== "") this.#part(from).set = about.set;
  }

  /**
   * Applies a fault. After the loss of its disk, a cluster is in no set. With an older store, its role is unknown until
   * a response reports it.
   */
  failed(fault: EventOf<"fault">): void {
    const { kind, parties, seq, at } = fault;
    if (kind === "older store" && parties.some((cluster) => this.#wasPrimary.has(cluster)))
      this.#isPrimaryRestored = true;
    const mode = kind === "lost disk" ? "disabled" : "unknown";
    for (const cluster of lostStores(fault)) {
      this.#parts.set(cluster, { ...unknownPart, mode });
      this.#changes(cluster, { seq, at });
    }
  }

  /** Applies a request. A command may take effect before its response. */
  asked(request: EventOf<"request">): void {
    const command = commandOf({ request });
    if (command?.command === "promote" && command.force) this.#isPromotedByForce = true;
    if (command?.command === "promote" || command?.command === "primary enable") this.#wasPrimary.add(command.cluster);
    if (command && changesRole.has(command.command))
      this.#pending.set(command.cluster, (this.#pending.get(command.cluster) ?? 0) + 1);
  }

  answered(operation: Operation): void {
    const { request, answer } = operation;
    const part = this.#part(request.cluster);
    if (answer.index) part.set = answer.index.set;
    const command = commandOf(operation);
    const isOfRole = command !== undefined && changesRole.has(command.command);
    if (isOfRole) this.#pending.set(request.cluster, (this.#pending.get(request.cluster) ?? 1) - 1);
    if (command && answer.outcome === "ok") {
      this.#changes(request.cluster, answer, isOfRole);
      this.#apply(part, command.command);
      if (part.mode === "primary") this.#beenPrimary.add(request.cluster);
    }
    // The command may have taken effect: the role is unknown until the cluster reports it.
    if (isOfRole && answer.outcome === "unknown") {
      part.mode = "unknown";
      if (changesSet.has(command.command)) part.set = undefined;
      if (command.command === "primary enable") this.#sets += 1;
      this.#changes(request.cluster, answer);
    }
    if (request.path === statusPath && answer.outcome === "ok") this.#applyStatus(part, operation);
  }

  #part(cluster: string): Part {
    const known = this.#parts.get(cluster) ?? { ...unknownPart };
    this.#parts.set(cluster, known);
    return known;
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

  #applyStatus(part: Part, { request, answer }: Operation): void {
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
