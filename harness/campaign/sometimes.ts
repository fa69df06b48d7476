import type { Event, EventOf } from "#harness/history/event.ts";

type Asked = EventOf<"request">;

const replication = "sys/replication/performance/";

/** What a campaign wants to have reached; what it never reaches, it does not test. */
export const wanted = [
  "promoted without force",
  "promoted by force",
  "promotion refused",
  "two primaries at the same time",
  "demotion with faults about",
  "secondary joined anew while a fault lasted",
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
] as const;

export type Wanted = (typeof wanted)[number];

/** Counts what a history reached of what is wanted. */
export class Sometimes {
  readonly counts: Record<Wanted, number> = Object.fromEntries(wanted.map((name) => [name, 0])) as Record<
    Wanted,
    number
  >;
  readonly #asked = new Map<number, Asked>();
  readonly #roles = new Map<string, string>();
  readonly #failpoints = new Map<string, number>();
  #faults = 0;

  readonly take = (event: Event): void => {
    switch (event.type) {
      case "request":
        this.#asked.set(event.seq, event);
        return;
      case "answer": {
        const request = this.#asked.get(event.cause);
        this.#asked.delete(event.cause);
        if (request) this.#answered(request, event);
        return;
      }
      case "role":
        this.#roles.set(event.cluster, event.role);
        if ([...this.#roles.values()].filter((role) => role === "primary").length > 1)
          this.#count("two primaries at the same time");
        return;
      case "fault":
        this.#faults++;
        if (event.kind === "skew" && Number(event.about?.milliseconds) < 0) this.#count("clock stepped back");
        return;
      case "heal":
        this.#faults--;
        return;
      case "failpoint":
        this.#failpoints.set(event.cluster, event.seq);
        return;
      case "crash": {
        const role = this.#roles.get(event.cluster);
        if (role === "primary") this.#count("crash of a primary");
        if (role === "secondary") this.#count("crash of a secondary");
        // Nothing happened between the two.
        if (this.#failpoints.get(event.cluster) === event.seq - 1) this.#count("crash at a failpoint");
        return;
      }
      case "statement":
        if (event.outcome !== "ok") this.#count("statement whose outcome is unknown to the cluster");
        return;
      default:
    }
  };

  #answered({ method, path, body }: Asked, { outcome, status }: EventOf<"answer">): void {
    if (method === "POST" && !path.startsWith("sys/") && !path.startsWith("auth/")) {
      if (outcome === "unknown") this.#count("write whose outcome is unknown");
      if (outcome === "fail") this.#count("write refused");
    }
    if (status === 412) this.#count("answer 412 to a required index");
    if (path.startsWith("auth/") && path.includes("/login") && outcome === "fail") this.#count("login refused");
    if (path.startsWith("database/rotate-")) this.#count("rotation asked for");
    if (path.startsWith(replication)) this.#replication(path.slice(replication.length), { outcome, body });
    if (outcome !== "ok") return;
    if (path.startsWith("database/creds/")) this.#count("credentials given");
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
      else if (this.#faults > 0) this.#count("secondary joined anew while a fault lasted");
    }
    if (!isOk) return;
    if (name === "primary/demote" && this.#faults > 0) this.#count("demotion with faults about");
    if (name === "primary/revoke-secondary") this.#count("secondary revoked");
    if (name === "primary/paths-filter") this.#count("filter changed");
  }

  #count(name: Wanted): void {
    this.counts[name]++;
  }
}
