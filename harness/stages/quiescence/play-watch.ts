import { ForcedPromotions } from "#harness/checkers/models/forced-promotions.ts";
import { OpenFaults } from "#harness/checkers/models/open-faults.ts";
import { fieldsOf } from "#harness/checkers/models/operator-command.ts";
import { RestoredClusters } from "#harness/checkers/models/restored-clusters.ts";
import { Roles } from "#harness/checkers/models/roles.ts";
import { Streaming } from "#harness/checkers/models/streaming.ts";
import type { Event, EventOf } from "#harness/history/event.ts";

/** A static role as it was written, and the cluster that wrote it. */
export type WatchedRole = Readonly<{ path: string; cluster: string }>;

const replication = /^sys\/replication\/performance\/(primary|secondary)\/(?!paths-filter)/;

/** Knows of a play what is worth a look when it ends. It is told of every event. */
export class PlayWatch {
  readonly #faults = new OpenFaults();
  readonly #down = new Set<string>();
  readonly #asked = new Map<number, EventOf<"request">>();
  readonly #roles = new Map<string, WatchedRole>();
  readonly #users = new Set<string>();
  readonly #given = new Map<string, string>();
  readonly #clusters = new Roles();
  /** Which secondaries have to stream. */
  readonly streaming = new Streaming(this.#clusters);
  /** Which primaries have to hear of another one. */
  readonly promotions = new ForcedPromotions(this.#clusters);
  /** Which primaries must learn of each other after a restore. */
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
        this.#asked.set(event.seq, event);
        return;
      case "answer": {
        const request = this.#asked.get(event.cause);
        this.#asked.delete(event.cause);
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

  /** Whether something still fails: then nothing is at rest. */
  get isDisturbed(): boolean {
    return !this.#faults.isNone || this.#down.size > 0;
  }

  /** Whether a cluster was made a primary or a secondary, or was asked to be. */
  get isReplicated(): boolean {
    return this.#isReplicated;
  }

  get isFiltered(): boolean {
    return this.#isFiltered;
  }

  /** Whether a cluster was killed: what was under way then may be tidied up later. */
  get hasCrashed(): boolean {
    return this.#hasCrashed;
  }

  /** The one cluster that is a primary, as far as clients were told; undefined where there are none or several. */
  get primary(): string | undefined {
    const primaries = [...this.#clusters.all()].filter(([, { mode }]) => mode === "primary");
    return primaries.length === 1 ? primaries[0]?.[0] : undefined;
  }

  /** Users of databases that a cluster made or changed, or tried to. */
  get users(): ReadonlySet<string> {
    return this.#users;
  }

  /** Users that clients were given, by the ids of their leases. */
  get given(): ReadonlyMap<string, string> {
    return this.#given;
  }

  /** Static roles by their users, where only clusters have changed the user since. */
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

  #answered({ path, method, cluster, body }: EventOf<"request">, { outcome, body: told }: EventOf<"answer">): void {
    if (method === "GET" && outcome === "ok" && /(^|\/)creds\/[^/]+$/.test(path)) {
      const { lease_id: lease, data } = fieldsOf(told);
      const { username } = fieldsOf(data);
      if (typeof lease === "string" && lease !== "" && typeof username === "string") this.#given.set(lease, username);
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
