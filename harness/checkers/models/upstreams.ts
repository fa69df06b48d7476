import type { EventOf } from "#harness/history/event.ts";
import type { Operation } from "../operation.ts";
import { fieldsOf } from "./operator-command.ts";
import { statusPath } from "./roles.ts";

/** Which primary each secondary streams from, by what it introduces itself to and by its status. */
export class Upstreams {
  /** The cluster that each one introduced itself to last. */
  readonly #dialled = new Map<string, string>();

  frame({ from, to, kind }: EventOf<"frame">): void {
    if (kind === "introduction") this.#dialled.set(from, to);
  }

  /** The primary that a cluster streams from, where the answer is a status that says that it streams. */
  toldBy({ request, answer }: Pick<Operation, "request" | "answer">): string | undefined {
    if (request.path !== statusPath || answer.outcome !== "ok") return undefined;
    const { mode, state } = fieldsOf(fieldsOf(answer.body).data);
    return mode === "secondary" && state === "stream-wals" ? this.#dialled.get(request.cluster) : undefined;
  }
}
