import type { EventOf } from "#harness/history/event.ts";
import type { Operation } from "../operation.ts";
import { Introductions, restorer } from "./introductions.ts";
import { fieldsOf } from "./operator-command.ts";
import { statusPath } from "./roles.ts";

/** The primary from which each secondary streams, derived from the secondary's introductions and status responses. */
export class Upstreams {
  readonly #dialled = new Map<string, string>();
  readonly #introductions = new Introductions();

  readonly frame = (frame: EventOf<"frame">): void => {
    this.#introductions.frame(frame);
    const { from, to, kind } = frame;
    if (kind !== "introduction") return;
    this.#introductions.made(frame, restorer(this.#dialled, from));
    this.#dialled.set(from, to);
  };

  /** Returns the cluster to which a cluster last introduced itself without a rejection. */
  of(cluster: string): string | undefined {
    return this.#dialled.get(cluster);
  }

  forget(cluster: string): void {
    this.#dialled.delete(cluster);
  }

  /**
   * Returns the primary of the cluster if the operation is a status response that reports streaming. Otherwise, or if
   * no introduction of the cluster is known, returns undefined.
   */
  upstreamIn({ request, answer }: Pick<Operation, "request" | "answer">): string | undefined {
    if (request.path !== statusPath || answer.outcome !== "ok") return undefined;
    const { mode, state } = fieldsOf(fieldsOf(answer.body).data);
    return mode === "secondary" && state === "stream-wals" ? this.#dialled.get(request.cluster) : undefined;
  }
}
