import type { ApiRequest } from "#harness/api/request.ts";
import type { Capability } from "#harness/capabilities/capability.ts";
import { capabilityOf } from "#harness/reports/unknown-tags.ts";
import type { Stage, StageCluster } from "#harness/stages/stage.ts";
import { neededBy } from "#harness/targets/permitted.ts";

/** The cluster that a scenario about one cluster speaks of. */
const first = "Oslo";

/** Says that a scenario begins with clusters that are not initialised. All others find theirs unsealed. */
export const untouchedTag = "@untouched";

/** A scenario does what its tags do not tell: on a server that cannot do it, it would be played and fail. */
class UntoldNeed extends Error {
  override readonly name = "UntoldNeed";

  constructor(what: string, need: Capability) {
    super(`the scenario ${what}, and no tag @needs-${need} says so`);
  }
}

/**
 * What a scenario says by its tags `@needs-…` that it needs. A scenario that reaches for more fails, on every stage: nothing that it
 * needs is left to a guess. Setting up replication in its Background is no need of its own.
 */
export class Needs {
  readonly capabilities: ReadonlySet<Capability>;

  constructor(tags: readonly string[]) {
    this.capabilities = new Set(tags.flatMap((tag) => (tag === untouchedTag ? "init" : (capabilityOf(tag) ?? []))));
  }

  /** Whether it needs clusters that replicate from one another, or one alone. */
  get isAboutOneCluster(): boolean {
    return !this.capabilities.has("replication");
  }

  /** The stage, with database and cloud if the scenario needs them. */
  over<Whole extends Stage>(stage: Whole): Whole {
    const told = (need: Capability, what: string) => this.#expect(need, what);
    return Object.create(stage, {
      database: {
        get() {
          told("database", "asks the database server");
          return stage.database;
        },
      },
      cloud: {
        get() {
          told("cloud", "asks the cloud endpoint");
          return stage.cloud;
        },
      },
    });
  }

  /** The cluster, for requests that the scenario may send. */
  of<Cluster extends Pick<StageCluster, "name" | "call">>(cluster: Cluster): Cluster {
    if (cluster.name !== first && !this.capabilities.has("init")) {
      this.#expect("replication", `speaks of ${cluster.name} beside ${first}`);
    }
    return { ...cluster, call: (request: ApiRequest) => this.#call(cluster, request) };
  }

  #call(cluster: Pick<StageCluster, "call">, request: ApiRequest): ReturnType<StageCluster["call"]> {
    const need = neededBy(request);
    if (need) this.#expect(need, `sends ${request.method} ${request.path}`);
    return cluster.call(request);
  }

  #expect(need: Capability, what: string): void {
    if (!this.capabilities.has(need)) throw new UntoldNeed(what, need);
  }
}
