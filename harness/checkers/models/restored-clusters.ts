import type { EventOf } from "#harness/history/event.ts";
import type { Operation } from "../operation.ts";
import { commandOf } from "./operator-command.ts";
import type { Roles } from "./roles.ts";

/** Commands that give a cluster a new identity. */
const renewing: ReadonlySet<string> = new Set(["primary enable", "secondary enable", "disable"]);

/**
 * Clusters that were restored from backups, and the members of their set that each backup contains. A restored cluster
 * can ask only these members which cluster is the primary.
 */
export class RestoredClusters {
  readonly #roles: Roles;
  readonly #members = new Map<string, Map<string, number>>();
  readonly #renewed = new Map<string, number>();
  readonly #restored = new Map<string, Set<string>>();
  /**
   * True if it is unclear which primary must be fenced, for example because a cluster that may have been a primary was
   * wiped or set up again after a restore: it may have been the only cluster that had stored a later era.
   */
  #isUnclear = false;

  constructor(roles: Roles) {
    this.#roles = roles;
  }

  frame({ seq, from, to, kind }: EventOf<"frame">): void {
    if (kind !== "message") return;
    const members = this.#members.get(from) ?? new Map<string, number>();
    this.#members.set(from, members);
    if (!members.has(to)) members.set(to, seq);
  }

  failed({ kind, parties, about, seq }: EventOf<"fault">): void {
    if (kind === "lost disk") for (const cluster of parties) this.#renew(cluster, seq);
    if (kind === "older store") for (const cluster of parties) this.#restore(cluster, Number(about?.backup ?? 0));
  }

  answered(operation: Operation): void {
    const { command = "" } = commandOf(operation) ?? {};
    const { request, answer } = operation;
    if (answer.outcome === "fail") return;
    if (renewing.has(command)) this.#renew(request.cluster, answer.seq);
    if (command === "revoke") this.#forgetMembersOf(request.cluster);
  }

  /**
   * True if it is certain that these two primaries must not both run: they are of one set, a cluster was restored, no
   * operator requested force, and each restored cluster could ask both primaries.
   */
  mustMeet(...primaries: readonly [string, string]): boolean {
    if (this.#isUnclear || this.#restored.size === 0 || this.#roles.isPromotedByForce) return false;
    const [set, other] = primaries.map((one) => this.#roles.of(one).set);
    if (!this.#roles.isOneSet && (set === undefined || set !== other)) return false;
    return [...this.#restored].every(([restored, members]) =>
      primaries.every((one) => one === restored || members.has(one)),
    );
  }

  #renew(cluster: string, seq: number): void {
    if (this.#restored.size > 0 && this.#roles.wasPrimary(cluster)) this.#isUnclear = true;
    this.#forgetMembersOf(cluster);
    for (const members of [...this.#members.values(), ...this.#restored.values()]) members.delete(cluster);
    this.#renewed.set(cluster, seq);
  }

  #forgetMembersOf(cluster: string): void {
    this.#members.delete(cluster);
    this.#restored.get(cluster)?.clear();
  }

  #restore(cluster: string, backup: number): void {
    // The other members have a later identity of the cluster than the backup.
    if (backup < (this.#renewed.get(cluster) ?? 0)) this.#isUnclear = true;
    const members = [...(this.#members.get(cluster) ?? [])].filter(([, since]) => since <= backup);
    this.#members.set(cluster, new Map(members));
    this.#restored.set(cluster, new Set(members.map(([name]) => name)));
  }
}
