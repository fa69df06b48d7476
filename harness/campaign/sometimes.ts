import { OpenFaults } from "#harness/checkers/models/open-faults.ts";
import type { Event, EventOf } from "#harness/history/event.ts";

import { CompoundGoals, compoundGoals } from "./compound-goals.ts";
import { namespace } from "./namespace.ts";

type Request = EventOf<"request">;

const copies: ReadonlySet<string> = new Set(["copy", "page", "diff", "nodes", "keys", "values"]);
/** Time in milliseconds without messages of a copy after which it counts as ended. */
const copyMilliseconds = 2_000;

const replication = "sys/replication/performance/";

/** Goals of campaigns. A campaign that never reaches a goal does not test the situation that the goal names. */
export const goals = [
  "promoted without force",
  "promoted by force",
  "promotion refused",
  "two primaries at the same time",
  "demotion with faults about",
  "secondary enabled anew while a fault lasted",
  "secondary revoked",
  "filter changed",
  "mount removed",
  "activation token refused",
  "crash of a primary",
  "crash of a secondary",
  "crash at a failpoint",
  "write whose outcome is unknown",
  "write refused",
  "answer 412 to a required index",
  "credentials given",
  "lease revoked",
  "rotation asked for",
  "statement whose outcome is unknown to the cluster",
  "clock stepped back",
  "login refused",
  "login as an instance, again",
  "copied because the log did not reach",
  "promoted while another copied",
  "filter changed while a secondary copied",
  "two primaries for more than a second",
  "frame arrived twice",
  "transaction committed without an answer",
  "user removed while a fault lasted",
  "clock stepped back with a lease alive",
  "unsealed while a fault lasted",
  "rekeyed",
  "paused",
  "disk full",
  "disk lost",
  "token made",
  "secret of a namespace written",
  "older store restored",
  "intruder turned away",
  ...compoundGoals,
] as const;

export type Goal = (typeof goals)[number];

export class Sometimes {
  readonly counts: Record<Goal, number> = Object.fromEntries(goals.map((name) => [name, 0])) as Record<Goal, number>;
  readonly #requests = new Map<number, Request>();
  readonly #roles = new Map<string, string>();
  readonly #failpoints = new Map<string, number>();
  readonly #faults = new OpenFaults();
  /** Time of the last message of a copy, by `sender receiver`. */
  readonly #copies = new Map<string, number>();
  #primariesSince: number | undefined;
  readonly #leaseEnds: number[] = [];
  #arrived = 0;

  readonly #compoundGoals = new CompoundGoals({ count: (name) => this.#count(name), faults: this.#faults });

  readonly take = (event: Event): void => {
    const request = event.type === "answer" ? this.#requests.get(event.cause) : undefined;
    this.#compoundGoals.take(event, request);
    switch (event.type) {
      case "request":
        this.#requests.set(event.seq, event);
        return;
      case "answer":
        this.#requests.delete(event.cause);
        if (request) this.#answered(request, event);
        return;
      case "role":
        this.#role(event);
        return;
      case "fault":
        this.#fault(event);
        return;
      case "heal":
        this.#faults.heal(event);
        return;
      case "frame":
        this.#frame(event);
        return;
      case "arrival":
        if (event.cause === this.#arrived) this.#count("frame arrived twice");
        this.#arrived = event.cause;
        return;
      case "failpoint":
        this.#failpoints.set(event.cluster, event.seq);
        return;
      case "crash": {
        const role = this.#roles.get(event.cluster);
        if (role === "primary") this.#count("crash of a primary");
        if (role === "secondary") this.#count("crash of a secondary");
        // The crash directly follows the failpoint.
        if (this.#failpoints.get(event.cluster) === event.seq - 1) this.#count("crash at a failpoint");
        return;
      }
      case "statement":
        if (event.outcome !== "ok") this.#count("statement whose outcome is unknown to the cluster");
        else if (this.#faults.has("cut after the commit")) this.#count("transaction committed without an answer");
        if (
          event.outcome === "ok" &&
          !this.#faults.isNone &&
          event.statements.some((one) => /\bDROP ROLE\b/i.test(one))
        )
          this.#count("user removed while a fault lasted");
        return;
      default:
    }
  };

  #role({ cluster, role, at }: EventOf<"role">): void {
    this.#roles.set(cluster, role);
    const isSeveral = [...this.#roles.values()].filter((one) => one === "primary").length > 1;
    if (isSeveral) this.#count("two primaries at the same time");
    if (!isSeveral && this.#primariesSince !== undefined && at - this.#primariesSince > 1_000)
      this.#count("two primaries for more than a second");
    this.#primariesSince = isSeveral ? (this.#primariesSince ?? at) : undefined;
  }

  #fault(fault: EventOf<"fault">): void {
    const { kind, about, at } = fault;
    if (kind === "skew" && Number(about?.milliseconds) < 0) {
      this.#count("clock stepped back");
      if (this.#leaseEnds.some((end) => end > at)) this.#count("clock stepped back with a lease alive");
    }
    if (kind === "pause") this.#count("paused");
    if (kind === "full disk") this.#count("disk full");
    if (kind === "lost disk") this.#count("disk lost");
    if (kind === "older store") this.#count("older store restored");
    this.#faults.begin(fault);
  }

  #frame({ from, to, kind, about, at }: EventOf<"frame">): void {
    if (to === "intruder" && kind === "goodbye") this.#count("intruder turned away");
    if (about?.type === "copy") this.#count("copied because the log did not reach");
    if (copies.has(String(about?.type))) this.#copies.set(`${from} ${to}`, at);
  }

  #isCopying(at: number): boolean {
    return [...this.#copies.values()].some((last) => at - last < copyMilliseconds);
  }

  #answered({ method, path, body }: Request, { outcome, status, at, body: replyBody }: EventOf<"answer">): void {
    if (method === "POST" && !path.startsWith("sys/") && !path.startsWith("auth/")) {
      if (outcome === "unknown") this.#count("write whose outcome is unknown");
      if (outcome === "fail") this.#count("write refused");
    }
    if (status === 412) this.#count("answer 412 to a required index");
    if (path.startsWith("auth/") && path.includes("/login") && outcome === "fail") this.#count("login refused");
    if (path.startsWith("database/rotate-")) this.#count("rotation asked for");
    if (path.startsWith(replication)) this.#replication(path.slice(replication.length), { outcome, body });
    if (outcome !== "ok") return;
    if (this.#isCopying(at) && path.endsWith("/secondary/promote")) this.#count("promoted while another copied");
    if (this.#isCopying(at) && path.includes("/paths-filter/")) this.#count("filter changed while a secondary copied");
    if (path.startsWith("database/creds/")) {
      this.#count("credentials given");
      const { lease_duration: seconds } = (replyBody ?? {}) as Readonly<{ lease_duration?: number }>;
      if (seconds !== undefined) this.#leaseEnds.push(at + seconds * 1000);
    }
    if (path === "auth/cloud/login" && typeof body === "object" && body !== null && "nonce" in body)
      this.#count("login as an instance, again");
    if (path === "sys/unseal" && !this.#faults.isNone) this.#count("unsealed while a fault lasted");
    if (path === "sys/rekey/verify") this.#count("rekeyed");
    if (path === "auth/token/create") this.#count("token made");
    if (path.startsWith(`${namespace}/`) && method === "POST") this.#count("secret of a namespace written");
    if (path.startsWith("sys/leases/revoke")) this.#count("lease revoked");
    if (path.startsWith("sys/mounts/") && method === "DELETE") this.#count("mount removed");
  }

  #replication(operation: string, { outcome, body }: Readonly<{ outcome: string; body: unknown }>): void {
    const [name = ""] = /^(?:primary|secondary)\/[a-z-]+/.exec(operation) ?? [];
    const isOk = outcome === "ok";
    if (name === "secondary/promote") {
      const force = typeof body === "object" && body !== null && "force" in body && body.force === true;
      this.#count(!isOk ? "promotion refused" : force ? "promoted by force" : "promoted without force");
    }
    if (name === "secondary/enable" || name === "secondary/update-primary") {
      if (!isOk) this.#count("activation token refused");
      else if (!this.#faults.isNone) this.#count("secondary enabled anew while a fault lasted");
    }
    if (!isOk) return;
    if (name === "primary/demote" && !this.#faults.isNone) this.#count("demotion with faults about");
    if (name === "primary/revoke-secondary") this.#count("secondary revoked");
    if (name === "primary/paths-filter") this.#count("filter changed");
  }

  #count(name: Goal): void {
    this.counts[name]++;
  }
}
