import { Given, Then, When } from "@cucumber/cucumber";
import { expect } from "chai";
import type { ApiReply } from "#harness/api/request.ts";
import type { RehearsalWorld } from "../../world.ts";

/**
 * Returns the path of a `part` ("data", "metadata" or other) of a kv version 2 secret. Its mount is the first segment.
 */
export function within(part: string, path: string): string {
  const [mount = "", ...rest] = path.split("/");
  return [mount, part, ...rest].join("/");
}

/** Tries to write a new version of a secret. The data of a successful response contain its version number. */
export function writeVersion(
  world: RehearsalWorld,
  { path, value, cluster, token }: Readonly<{ path: string; value: string; cluster: string; token: string }>,
): Promise<ApiReply> {
  return world.cluster(cluster).ask({ method: "POST", path: within("data", path), token, body: { data: { value } } });
}

type Read = Readonly<{ path: string; version: number; cluster: string; token: string }>;

async function readVersion(world: RehearsalWorld, { path, version, cluster, token }: Read): Promise<ApiReply> {
  return world.cluster(cluster).ask({ method: "GET", path: `${within("data", path)}?version=${version}`, token });
}

Given(
  "{person} wrote {string} as version {int} of {string} in {cluster}",
  async function (this: RehearsalWorld, who: string, value: string, version: number, path: string, cluster: string) {
    await this.eventually(async () => {
      const token = await this.clients.tokenOf(who, cluster);
      const { status, body } = await writeVersion(this, { path, value, cluster, token });
      expect(status, JSON.stringify(body)).to.equal(200);
      expect(body?.data?.version).to.equal(version);
    });
  },
);

Then(
  "{person} reads {string} as version {int} of {string} in {cluster}",
  async function (this: RehearsalWorld, who: string, value: string, version: number, path: string, cluster: string) {
    await this.eventually(async () => {
      const token = await this.clients.tokenOf(who, cluster);
      const { status, body } = await readVersion(this, { path, version, cluster, token });
      expect(status).to.equal(200);
      expect(body?.data?.data).to.deep.equal({ value });
    });
  },
);

Then(
  "version {int} of {string} cannot be read in {cluster}",
  async function (this: RehearsalWorld, version: number, path: string, cluster: string) {
    const token = await this.clients.tokenOf("an operator", cluster);
    await this.eventually(async () => {
      const { status, body } = await readVersion(this, { path, version, cluster, token });
      expect(status).to.equal(404);
      expect(body?.data?.data ?? null).to.equal(null);
    });
  },
);

/** Names of the kv version 2 endpoints that change the state of a version, by the state afterwards. */
const changes: Readonly<Record<string, string>> = { deleted: "delete", undeleted: "undelete", destroyed: "destroy" };

When(
  "version {int} of {string} is {word} in {cluster}",
  async function (this: RehearsalWorld, version: number, path: string, change: string, cluster: string) {
    const part = changes[change];
    if (part === undefined) throw new Error(`a version is ${Object.keys(changes).join(" or ")}, not ${change}`);
    await this.cluster(cluster).write(within(part, path), { versions: [version] });
  },
);

When(
  "{client} tries to write {string} to {string} in {cluster} with check-and-set {int}",
  async function (this: RehearsalWorld, who: string, value: string, path: string, cluster: string, version: number) {
    const body = { data: { value }, options: { cas: version } };
    await this.tryAs(who, cluster, { method: "POST", path: within("data", path), body });
  },
);
