import { ForcedPromotions } from "#harness/checkers/models/forced-promotions.ts";
import { OpenFaults } from "#harness/checkers/models/open-faults.ts";
import { fieldsOf } from "#harness/checkers/models/operator-command.ts";
import { RestoredClusters } from "#harness/checkers/models/restored-clusters.ts";
import { Roles } from "#harness/checkers/models/roles.ts";
import { Streaming } from "#harness/checkers/models/streaming.ts";
import type { Event, EventOf } from "#harness/history/event.ts";

/** Path of a static role, and the name of the cluster on which it was written. */
export type WatchedRole = Readonly<{ path: string; cluster: string }>;

const replication = /^sys\/replication\/performance\/(primary|secondary)\/(?!paths-filter)/;

export class PlayWatch {
  readonly #faults = new OpenFaults();
  readonly #down = new Set<string>();
  readonly #requests = new Map<number, EventOf<"request">>();
  readonly #roles = new Map<string, WatchedRole>();
  readonly #users = new Set<string>();
  readonly #issued = new Map<string, string>();
  readonly #clusters = new Roles();
  readonly streaming = new Streaming(this.#clusters);
  readonly promotions = new ForcedPromotions(this.#clusters);
  readonly restored = new RestoredClusters(this.#clusters);
  #isReplicated = false;
  #isFiltered = false;
  #hasCrashed = false;

  readonly take = (event: Event): void => {
    switch (event.type) {
      case "fault":
        this.#faults.begin(event);
        this.#clusters.failed(event);
        this.restored.failed(event);
        return;
      case "heal":
        this.#faults.heal(event);
        return;
      case "crash":
        this.#hasCrashed = true;
        this.#down.add(event.cluster);
        return;
      case "start":
        this.#down.delete(event.cluster);
        return;
      case "frame":
        this.#clusters.frame(event);
        this.streaming.frame(event);
        this.promotions.frame(event);
        this.restored.frame(event);
        return;
      case "statement":
        this.#stated(event);
        return;
      case "request":
        this.#clusters.asked(event);
        this.#requests.set(event.seq, event);
        return;
      case "answer": {
        const request = this.#requests.get(event.cause);
        this.#requests.delete(event.cause);
        if (!request) return;
        this.#clusters.answered({ request, answer: event });
        this.streaming.answered({ request, answer: event });
        this.promotions.answered({ request, answer: event });
        this.restored.answered({ request, answer: event });
        this.#answered(request, event);
        return;
      }
      default:
    }
  };

  /** True while a fault lasts or a cluster is down. */
  get isDisturbed(): boolean {
    return !this.#faults.isNone || this.#down.size > 0;
  }

  /** True if a client sent a write to `sys/replication/performance/`, except `paths-filter`, that was not refused. */
  get isReplicated(): boolean {
    return this.#isReplicated;
  }

  get isFiltered(): boolean {
    return this.#isFiltered;
  }

  get hasCrashed(): boolean {
    return this.#hasCrashed;
  }

  /** Name of the only primary, according to the events. Undefined if there are none or several. */
  get primary(): string | undefined {
    const primaries = this.#clusters.primaries();
    return primaries.length === 1 ? primaries[0] : undefined;
  }

  /** Database users that were the subject of a cluster's statements, successful or not. */
  get users(): ReadonlySet<string> {
    return this.#users;
  }

  get issued(): ReadonlyMap<string, string> {
    return this.#issued;
  }

  /** Static roles by database user. A role is left out once a client's statement contains the name of its user. */
  get roles(): ReadonlyMap<string, WatchedRole> {
    return this.#roles;
  }

  #stated({ from, subject, statements }: EventOf<"statement">): void {
    if (from !== "client") {
      if (subject !== undefined) this.#users.add(subject);
      return;
    }
    for (const user of [...this.#roles.keys()])
      if (statements.some((one) => one.includes(user))) this.#roles.delete(user);
  }

  #answered({ path, method, cluster, body }: EventOf<"request">, { outcome, body: reply }: EventOf<"answer">): void {
    if (method === "GET" && outcome === "ok" && /(^|\/)creds\/[^/]+$/.test(path)) {
      const { lease_id: lease, data } = fieldsOf(reply);
      const { username } = fieldsOf(data);
      if (typeof lease === "string" && lease !== "" && typeof username === "string") this.#issued.set(lease, username);
    }
    if (method === "GET" || method === "LIST" || outcome === "fail") return;
    if (replication.test(path)) this.#isReplicated = true;
    if (path.includes("/paths-filter/")) this.#isFiltered = true;
    if (!/(^|\/)static-roles\/[^/]+$/.test(path)) return;
    for (const [user, role] of this.#roles) if (role.path === path) this.#roles.delete(user);
    const { username } = fieldsOf(body);
    if (method !== "DELETE" && outcome === "ok" && typeof username === "string")
      this.#roles.set(username, { path, cluster });
  }
}
