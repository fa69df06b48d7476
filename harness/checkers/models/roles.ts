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
/** The faults after which a cluster starts from nothing, or from what it stored a while ago. */
export const losesStore: ReadonlySet<string> = new Set(["lost disk", "older store"]);
export const statusPath = "sys/replication/performance/status";

/** What each cluster is, as its answers tell it; an answer whose request was asked before something changed tells nothing. */
export class Roles {
  readonly #parts = new Map<string, Part>();
  readonly #changed = new Map<string, number>();
  readonly #pending = new Map<string, number>();
  #force = 0;
  #sets = 0;

  of(cluster: string): Part {
    const known = this.#parts.get(cluster) ?? { mode: "unknown", state: undefined, set: undefined, isOrphaned: false };
    this.#parts.set(cluster, known);
    return known;
  }

  all(): ReadonlyMap<string, Part> {
    return this.#parts;
  }

  /** Whether a cluster was promoted by force in this history, so that a set may have two logs. */
  get isForced(): boolean {
    return this.#force > 0;
  }

  /** Whether there can be one set only, so that it is that of every cluster that is in one. */
  get isOneSet(): boolean {
    return this.#sets <= 1;
  }

  /** The number of the answer to the last command that made the cluster something else; 0 for none. */
  changedAt(cluster: string): number {
    return this.#changed.get(cluster) ?? 0;
  }

  /** Whether a command is under way that makes the cluster something else. */
  isChanging(cluster: string): boolean {
    return (this.#pending.get(cluster) ?? 0) > 0;
  }

  /** Who introduces itself says which set it is in. */
  frame({ from, kind, about }: EventOf<"frame">): void {
    if (kind === "introduction" && typeof about?.set === "string" && about.set !== "") this.of(from).set = about.set;
  }

  /** A command may take effect as soon as it is given. */
  asked(request: EventOf<"request">): void {
    const command = commandOf({ request });
    if (command?.command === "promote" && command.force) this.#force += 1;
    if (command) this.#pending.set(command.cluster, (this.#pending.get(command.cluster) ?? 0) + 1);
  }

  answered(operation: Operation): void {
    const { request, answer } = operation;
    const part = this.of(request.cluster);
    if (answer.index) part.set = answer.index.set;
    const command = commandOf(operation);
    if (command) this.#pending.set(command.cluster, (this.#pending.get(command.cluster) ?? 1) - 1);
    if (command && answer.outcome === "ok") {
      this.#changed.set(request.cluster, answer.seq);
      this.#apply(part, command.command);
    }
    // It may have taken effect, and what the cluster is stays unknown until it says so.
    if (command && answer.outcome === "unknown" && changesRole.has(command.command)) {
      part.mode = "unknown";
      this.#changed.set(request.cluster, answer.seq);
    }
    if (request.path === statusPath && answer.outcome === "ok") this.#told(part, operation);
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
    if (request.seq < (this.#changed.get(request.cluster) ?? 0)) return;
    const { mode, state } = fieldsOf(fieldsOf(answer.body).data);
    if (!modes.includes(mode)) return;
    part.mode = mode as Part["mode"];
    part.state = typeof state === "string" ? state : undefined;
  }
}
