import type { EventOf } from "#harness/history/event.ts";
import type { Operation } from "../operation.ts";
import { commandOf } from "./operator-command.ts";
import type { Roles } from "./roles.ts";
import { Upstreams } from "./upstreams.ts";

/** A secondary that was promoted by force, and the primary that it streamed from. */
type Promotion = Readonly<{ promoted: string; from: string; seq: number; at: number }>;

/** Which secondaries were promoted by force beside a primary that has to hear of it. */
export class ForcedPromotions {
  readonly #roles: Roles;
  readonly #upstreams = new Upstreams();
  /** The cluster that each one streamed from last. */
  readonly #streamed = new Map<string, string>();
  readonly #promotions = new Map<string, Promotion>();
  /** Who was revoked, or set up anew, is told nothing: after that nothing is claimed. */
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
    const upstream = this.#upstreams.toldBy(operation);
    if (upstream !== undefined) this.#streamed.set(cluster, upstream);
  }

  /** Those of which the earlier primary is still told, where its role has not changed since. */
  told(): readonly Promotion[] {
    if (this.#isRevoked) return [];
    return [...this.#promotions.values()].filter(({ from, seq }) => this.#roles.changedAt(from) <= seq);
  }
}
