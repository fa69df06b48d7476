import type { EventOf } from "#harness/history/event.ts";
import type { Operation } from "../operation.ts";
import { commandOf } from "./operator-command.ts";
import type { Roles } from "./roles.ts";
import { Upstreams } from "./upstreams.ts";

/** A secondary that was promoted by force, and the primary from which it streamed before. */
type Promotion = Readonly<{ promoted: string; from: string; seq: number; at: number }>;

/** Promotions by force after which the promoted cluster must announce its claim to the primary that it replaced. */
export class ForcedPromotions {
  readonly #roles: Roles;
  readonly #upstreams = new Upstreams();
  readonly #streamed = new Map<string, string>();
  readonly #promotions = new Map<string, Promotion>();
  /**
   * True if a revocation, disable or primary enable may keep the promoted cluster from notifying the primary that it
   * replaced.
   */
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

  /**
   * Returns the promotions by force whose replaced primary must be notified, because its role has not changed since
   * then. Empty if a revocation, disable or primary enable may prevent the notification.
   */
  unannounced(): readonly Promotion[] {
    if (this.#isRevoked) return [];
    return [...this.#promotions.values()].filter(({ from, seq }) => this.#roles.changedAt(from) <= seq);
  }
}
