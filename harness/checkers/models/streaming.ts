import type { EventOf } from "#harness/history/event.ts";
import type { Operation } from "../operation.ts";
import { commandOf, fieldsOf } from "./operator-command.ts";
import type { Roles } from "./roles.ts";
import { Upstreams } from "./upstreams.ts";

/** `asked` is when the status that said so was asked for. */
type Streamed = Readonly<{ address: unknown; primary: string; asked: number }>;

/** Milliseconds for which a secondary may say that it streams though its primary was one before and has changed or was restored: longer than heartbeats may be missed. */
const noticeMilliseconds = 10_000;

/** Which secondaries have to stream when all is at rest: those that did, from a primary that has been one ever since, and that were not revoked. */
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
    const primary = this.#upstreams.toldBy(operation);
    if (primary === undefined) return;
    const { primary_cluster_addr: address } = fieldsOf(fieldsOf(answer.body).data);
    this.#streamed.set(request.cluster, { address, primary, asked: request.at });
  }

  /** The primary from which a cluster with this status has to stream; undefined where it need not. */
  primaryOf(cluster: string, status: Readonly<Record<string, unknown>>): string | undefined {
    const before = this.#streamed.get(cluster);
    if (!before || before.address !== status.primary_cluster_addr || this.#revoked.has(status.secondary_id))
      return undefined;
    if (!this.#isOnlyPrimary(before.primary)) return undefined;
    // Of a cluster that was no primary before, no secondary can have streamed before.
    const notice = this.#roles.wasPrimaryBefore(before.primary) ? noticeMilliseconds : 0;
    const isSince = before.asked > this.#roles.changeTime(before.primary) + notice;
    return isSince ? before.primary : undefined;
  }

  #isOnlyPrimary(cluster: string): boolean {
    const primaries = [...this.#roles.all()].filter(([, { mode }]) => mode === "primary");
    return primaries.length === 1 && primaries[0]?.[0] === cluster;
  }
}
