import { defineParameterType, Given, Then, When } from "@cucumber/cucumber";
import { expect } from "chai";
import type { CertifiedApi } from "#harness/stages/certified-api.ts";
import { performance } from "../../performance.ts";
import type { RehearsalWorld } from "../../world.ts";
import { askReplication } from "./ask-replication.ts";

function linkOf(world: RehearsalWorld, cluster: string): string {
  const link = world.stage.clusters.find(({ name }) => name === cluster)?.link;
  if (!link) throw new Error(`the cluster address of ${cluster} is not known`);
  return link;
}

Given(
  "{cluster} is enabled as a primary with the cluster address of {cluster}",
  async function (this: RehearsalWorld, cluster: string, other: string) {
    await this.cluster(cluster).write(`${performance}/primary/enable`, { primary_cluster_addr: linkOf(this, other) });
    await this.noteClusterId(cluster);
  },
);

When(
  "{cluster} is promoted with the cluster address of {cluster}",
  async function (this: RehearsalWorld, cluster: string, other: string) {
    const body = { primary_cluster_addr: linkOf(this, other) };
    await this.eventually(() => this.cluster(cluster).write(`${performance}/secondary/promote`, body));
  },
);

When(
  "{cluster} is given the cluster addresses of {cluster} and {cluster} \\(update_primary_addrs)",
  async function (this: RehearsalWorld, cluster: string, one: string, other: string) {
    const update_primary_addrs = [linkOf(this, one), linkOf(this, other)];
    await this.cluster(cluster).write(`${performance}/secondary/update-primary`, { update_primary_addrs });
  },
);

When(
  "{client} tries to give {cluster} the cluster address of {cluster} \\(update_primary_addrs)",
  async function (this: RehearsalWorld, who: string, cluster: string, other: string) {
    const body = { update_primary_addrs: [linkOf(this, other)] };
    await askReplication(this, { who, cluster, path: "secondary/update-primary", body });
  },
);

When(
  "{client} tries to give {cluster} the addresses {string} \\(update_primary_addrs)",
  async function (this: RehearsalWorld, who: string, cluster: string, addresses: string) {
    const body = { update_primary_addrs: addresses.split(", ") };
    await askReplication(this, { who, cluster, path: "secondary/update-primary", body });
  },
);

When(
  "{client} tries to enable {cluster} as a secondary at the API address of {cluster}, with that token",
  async function (this: RehearsalWorld, who: string, cluster: string, other: string) {
    const body = { token: this.replication.activation, primary_api_addr: this.cluster(other).api };
    await askReplication(this, { who, cluster, path: "secondary/enable", body });
    if (this.last.status < 300) this.clients.forgetTokensOf(cluster);
  },
);

When(
  "{client} tries to point {cluster} \\(update-primary) at the API address of {cluster}, with that token",
  async function (this: RehearsalWorld, who: string, cluster: string, other: string) {
    const body = { token: this.replication.activation, primary_api_addr: this.cluster(other).api };
    await askReplication(this, { who, cluster, path: "secondary/update-primary", body });
  },
);

Then(
  "{cluster} dials the cluster address of {cluster}",
  async function (this: RehearsalWorld, cluster: string, other: string) {
    const { primary_cluster_addr, known_primary_cluster_addrs } = await this.cluster(cluster).status();
    expect(primary_cluster_addr).to.equal(linkOf(this, other));
    expect(known_primary_cluster_addrs).to.deep.equal([linkOf(this, other)]);
  },
);

// A cluster that contacts the primary before the wipe names the address in its refusal. Otherwise its status shows the
// address that it dials.
Then(
  "the request is refused, naming the cluster address of {cluster}, or leaves {cluster} dialling it",
  async function (this: RehearsalWorld, other: string, cluster: string) {
    const { status, body } = this.last;
    const { primary_cluster_addr } = await this.cluster(cluster).status();
    if (status < 400) expect(primary_cluster_addr).to.equal(linkOf(this, other));
    else expect(body?.errors?.join("; ")).to.contain(linkOf(this, other));
  },
);

Then("{cluster} reports no connection, also after a while", async function (this: RehearsalWorld, cluster: string) {
  await this.aWhile();
  expect((await this.cluster(cluster).status()).connection_state).to.not.equal("ready");
});

defineParameterType({
  name: "trust",
  regexp: /no ca_file and no ca_path|ca_(?:file|path) with (?:its|another) authority|ca_file that is not there/,
  transformer: (text) => text,
});

/** Fields of a request that specify the CAs to trust, by their description in steps. */
const trusted: Readonly<Record<string, (api: CertifiedApi) => Readonly<Record<string, string>>>> = {
  "no ca_file and no ca_path": () => ({}),
  "ca_file with its authority": ({ authorityFile: ca_file }) => ({ ca_file }),
  "ca_path with its authority": ({ authorityFolder: ca_path }) => ({ ca_path }),
  "ca_file with another authority": ({ otherFile: ca_file }) => ({ ca_file }),
  "ca_path with another authority": ({ otherFolder: ca_path }) => ({ ca_path }),
  "ca_file that is not there": ({ authorityFile }) => ({ ca_file: `${authorityFile}.gone` }),
};

for (const [path, words] of [
  ["secondary/enable", "enable {cluster} as a secondary"],
  ["secondary/update-primary", "point {cluster} (update-primary)"],
] as const) {
  const sentence = words.replace("(", "\\(");
  When(
    `{client} tries to ${sentence} at the API of {cluster} behind a private authority, with that token and {trust}`,
    async function (this: RehearsalWorld, who: string, cluster: string, other: string, trust: string) {
      const api = await this.stage.certifiedApi(other);
      const body = { token: this.replication.activation, primary_api_addr: api.address, ...trusted[trust]?.(api) };
      await askReplication(this, { who, cluster, path, body });
      if (this.last.status < 300 && path === "secondary/enable") this.clients.forgetTokensOf(cluster);
    },
  );
}
