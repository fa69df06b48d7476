import type { ApiRequest } from "#harness/api/request.ts";
import type { Capability } from "#harness/capabilities/capability.ts";
import { capabilityOf, requirementIdsIn } from "#harness/reports/unknown-tags.ts";
import type { Stage, StageCluster } from "#harness/stages/stage.ts";
import { neededBy } from "#harness/targets/permitted.ts";

const first = "Oslo";

/** Tag of scenarios whose clusters are not initialised at the start. */
export const untouchedTag = "@untouched";

/** Thrown if a scenario uses a capability that its tags do not declare. */
class UntoldNeed extends Error {
  override readonly name = "UntoldNeed";

  constructor(what: string, need: Capability) {
    super(`the scenario ${what}, and no tag @needs-${need} says so`);
  }
}

/**
 * The capabilities that a scenario declares with its tags `@needs-…`, and `own-rules` if no document has a requirement
 * that it proves. A scenario fails on every stage if it uses replication, namespaces, quotas, the database or the cloud
 * without declaring it. Replication that only the Background sets up need not be declared.
 */
export class Needs {
  readonly capabilities: ReadonlySet<Capability>;

  constructor(tags: readonly string[]) {
    const declared = tags.flatMap((tag) => (tag === untouchedTag ? "init" : (capabilityOf(tag) ?? [])));
    const ids = requirementIdsIn(tags);
    const isBeyond = ids.length > 0 && ids.every((id) => id.startsWith("OWN-"));
    this.capabilities = new Set([...declared, ...(isBeyond ? (["own-rules"] as const) : [])]);
  }

  /** True if the scenario does not need replication. Then it uses only one cluster, except with `@untouched`. */
  get isAboutOneCluster(): boolean {
    return !this.capabilities.has("replication");
  }

  over<Whole extends Stage>(stage: Whole): Whole {
    const declared = (need: "database" | "cloud", what: string) => ({
      get: () => {
        this.#expect(need, what);
        return stage[need];
      },
    });
    return Object.create(stage, {
      database: declared("database", "asks the database server"),
      cloud: declared("cloud", "asks the cloud endpoint"),
    });
  }

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
