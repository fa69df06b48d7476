import type { EventOf } from "#harness/history/event.ts";
import type { Operation } from "../operation.ts";
import { fieldsOf } from "./operator-command.ts";
import { statusPath } from "./roles.ts";

/** The primary from which each secondary streams, according to its introductions and its status. */
export class Upstreams {
  /** By cluster, the cluster to which it last sent an introduction. */
  readonly #dialled = new Map<string, string>();

  frame({ from, to, kind }: EventOf<"frame">): void {
    if (kind === "introduction") this.#dialled.set(from, to);
  }

  /** Returns the primary of a cluster whose status response reports streaming, else undefined. */
  upstreamIn({ request, answer }: Pick<Operation, "request" | "answer">): string | undefined {
    if (request.path !== statusPath || answer.outcome !== "ok") return undefined;
    const { mode, state } = fieldsOf(fieldsOf(answer.body).data);
    return mode === "secondary" && state === "stream-wals" ? this.#dialled.get(request.cluster) : undefined;
  }
}
