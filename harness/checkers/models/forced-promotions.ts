import type { EventOf } from "#harness/history/event.ts";
import type { Operation } from "../operation.ts";
import { commandOf } from "./operator-command.ts";
import type { Roles } from "./roles.ts";
import { Upstreams } from "./upstreams.ts";

/** A secondary that was promoted by force, and the primary that it streamed from. */
type Promotion = Readonly<{ promoted: string; from: string; seq: number; at: number }>;

/** Forced promotions of which the earlier primary still has to be notified. */
export class ForcedPromotions {
  readonly #roles: Roles;
  readonly #upstreams = new Upstreams();
  /** By secondary, the primary that it streamed from last. */
  readonly #streamed = new Map<string, string>();
  readonly #promotions = new Map<string, Promotion>();
  /** True after a revocation or a new set-up: the earlier primary may then not be notified. */
  #isRevoked = false;

  constructor(roles: Roles) {
    this.#roles = roles;
  }

  frame(frame: EventOf<"frame">): void {
    this.#upstreams.frame(frame);
  }

  answered(operation: Operation): void {
    const { request, answer } = operation;
    const { cluster } = request;
    const { command, force } = commandOf(operation) ?? {};
    if (command && answer.outcome !== "fail") {
      if (command === "revoke" || command === "disable" || command === "primary enable")
        this.#isRevoked = this.#promotions.size > 0 || this.#streamed.size > 0;
      const from = this.#streamed.get(cluster);
      this.#promotions.delete(cluster);
      if (command === "promote" && force && from !== undefined && answer.outcome === "ok")
        this.#promotions.set(cluster, { promoted: cluster, from, seq: answer.seq, at: answer.at });
      if (command !== "secondary token" && command !== "filter") this.#streamed.delete(cluster);
    }
    const upstream = this.#upstreams.upstreamIn(operation);
    if (upstream !== undefined) this.#streamed.set(cluster, upstream);
  }

  /** Returns the promotions whose earlier primary must be notified: its role is unchanged since. */
  unannounced(): readonly Promotion[] {
    if (this.#isRevoked) return [];
    return [...this.#promotions.values()].filter(({ from, seq }) => this.#roles.changedAt(from) <= seq);
  }
}
