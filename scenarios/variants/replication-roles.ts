import { expect } from "chai";
import type { ReplicationStatus } from "#harness/stages/cluster-actor.ts";
import type { RehearsalWorld } from "../world.ts";
import { Phrases } from "./phrases.ts";

type Check = (status: ReplicationStatus, world: RehearsalWorld, other: string) => unknown;

/** A role of a cluster in replication, such as `a secondary of Oslo`. `check` asserts it from the replication status. */
export type ReplicationRole = Readonly<{ check: (status: ReplicationStatus, world: RehearsalWorld) => Promise<void> }>;

const roles: Readonly<Record<string, Check>> = {
  "neither primary nor secondary": ({ mode }) => expect(mode).to.equal("disabled"),
  "the primary": ({ mode }) => expect(mode).to.equal("primary"),
  "a fenced primary": (status) => expect(status).to.include({ mode: "primary", state: "fenced" }),
  "a primary with the secondary {cluster}": (status, _, secondary) => {
    const node_id = secondary.toLowerCase();
    expect(status).to.include({ mode: "primary", state: "running" });
    expect(status.known_secondaries).to.deep.equal([node_id]);
    expect(status.secondaries?.[0]).to.include({ node_id, connection_status: "connected" });
  },
  "a secondary": ({ mode }) => expect(mode).to.equal("secondary"),
  "a secondary of {cluster}": async (status, world, primary) => {
    expect(status).to.include({
      mode: "secondary",
      state: "stream-wals",
      connection_state: "ready",
      primary_cluster_addr: world.stage.clusters.find(({ name }) => name === primary)?.link,
    });
    expect(status).not.to.have.property("known_secondaries");
    // Each cluster has an id of its own, by which a paths filter names it.
    expect(status.cluster_id).to.be.a("string").and.not.equal("");
    expect(status.cluster_id).not.to.equal((await world.cluster(primary).status()).cluster_id);
  },
  "a secondary without a primary": (status) => {
    const { mode, state, primary_cluster_addr = "", known_primary_cluster_addrs = [] } = status;
    expect({ mode, state, primary_cluster_addr }).to.deep.equal({
      mode: "secondary",
      state: "idle",
      primary_cluster_addr: "",
    });
    expect(known_primary_cluster_addrs).to.deep.equal([]);
  },
  "not connected to a primary": ({ connection_state }) => expect(connection_state).not.to.equal("ready"),
};

new Phrases(roles).define(
  "replication role",
  (check, [other = ""]): ReplicationRole => ({
    check: async (status, world) => void (await check(status, world, other)),
  }),
);
