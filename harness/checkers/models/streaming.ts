import type { EventOf } from "#harness/history/event.ts";
import type { Operation } from "../operation.ts";
import { commandOf, fieldsOf } from "./operator-command.ts";
import type { Roles } from "./roles.ts";
import { Upstreams } from "./upstreams.ts";

type Streamed = Readonly<{ address: unknown; primary: string; asked: number }>;

/**
 * Maximum time in milliseconds for which a secondary may still report streaming after its primary's role changed or the
 * primary was restored.
 */
const noticeMilliseconds = 10_000;

/** Determines from which primary a secondary must stream at quiescence. */
export class Streaming {
  readonly #roles: Roles;
  readonly #revoked = new Set<unknown>();
  readonly #streamed = new Map<string, Streamed>();
  readonly #upstreams = new Upstreams();

  constructor(roles: Roles) {
    this.#roles = roles;
  }

  frame(frame: EventOf<"frame">): void {
    this.#upstreams.frame(frame);
  }

  answered(operation: Operation): void {
    const { request, answer } = operation;
    const command = commandOf(operation);
    if (command?.command === "revoke") this.#revoked.add(command.id);
    if (command && !["filter", "secondary token", "revoke"].includes(command.command))
      this.#streamed.delete(request.cluster);
    const primary = this.#upstreams.upstreamIn(operation);
    if (primary === undefined) return;
    const { primary_cluster_addr: address } = fieldsOf(fieldsOf(answer.body).data);
    this.#streamed.set(request.cluster, { address, primary, asked: request.at });
  }

  /** Returns the primary from which a cluster with this status must stream, or undefined if it need not stream. */
  primaryOf(cluster: string, status: Readonly<Record<string, unknown>>): string | undefined {
    const before = this.#streamed.get(cluster);
    if (!before || before.address !== status.primary_cluster_addr || this.#revoked.has(status.secondary_id))
      return undefined;
    if (!this.#isOnlyPrimary(before.primary)) return undefined;
    // If the cluster was not a primary earlier, no secondary can have streamed from it earlier.
    const notice = this.#roles.wasPrimaryBefore(before.primary) ? noticeMilliseconds : 0;
    const isSince = before.asked > this.#roles.changeTime(before.primary) + notice;
    return isSince ? before.primary : undefined;
  }

  #isOnlyPrimary(cluster: string): boolean {
    const primaries = this.#roles.primaries();
    return primaries.length === 1 && primaries[0] === cluster;
  }
}
