import { Given, Then, When } from "@cucumber/cucumber";
import { expect } from "chai";
import type { ApiReply } from "#harness/stages/stage.ts";
import type { RehearsalWorld } from "../../world.ts";

/** Where a versioned engine has a `part` of the secret at `path`; its mount is the first word. */
export function within(part: string, path: string): string {
  const [mount = "", ...rest] = path.split("/");
  return [mount, part, ...rest].join("/");
}

/** Writes a new version, which is told. */
export function writeVersion(
  world: RehearsalWorld,
  { path, value, cluster }: Readonly<{ path: string; value: string; cluster: string }>,
): Promise<ApiReply> {
  const { rootToken: token } = world.cluster(cluster);
  return world.cluster(cluster).ask({ method: "POST", path: within("data", path), token, body: { data: { value } } });
}

async function readVersion(world: RehearsalWorld, path: string, version: number, cluster: string): Promise<ApiReply> {
  const { rootToken: token } = world.cluster(cluster);
  return world.cluster(cluster).ask({ method: "GET", path: `${within("data", path)}?version=${version}`, token });
}

Given(
  "a versioned key-value engine is mounted at {string} in {cluster}",
  async function (this: RehearsalWorld, path: string, cluster: string) {
    await this.cluster(cluster).write(`sys/mounts/${path}`, { type: "kv-v2" });
    await this.followersHaveIt(cluster);
  },
);

Given(
  "{person} wrote {string} as version {int} of {string} in {cluster}",
  async function (this: RehearsalWorld, _who: string, value: string, version: number, path: string, cluster: string) {
    await this.eventually(async () => {
      const { status, body } = await writeVersion(this, { path, value, cluster });
      expect(status, JSON.stringify(body)).to.equal(200);
      expect(body?.data?.version).to.equal(version);
    });
  },
);

Then(
  "{person} reads {string} as version {int} of {string} in {cluster}",
  async function (this: RehearsalWorld, _who: string, value: string, version: number, path: string, cluster: string) {
    await this.eventually(async () => {
      const { status, body } = await readVersion(this, path, version, cluster);
      expect(status).to.equal(200);
      expect(body?.data?.data).to.deep.equal({ value });
    });
  },
);

Then(
  "version {int} of {string} is not to be read in {cluster}",
  async function (this: RehearsalWorld, version: number, path: string, cluster: string) {
    await this.eventually(async () => {
      const { status, body } = await readVersion(this, path, version, cluster);
      expect(status).to.equal(404);
      expect(body?.data?.data ?? null).to.equal(null);
    });
  },
);

When(
  /^version (\d+) of "([^"]*)" is (deleted|undeleted|destroyed) in (Oslo|Lima|Kyoto)$/,
  async function (this: RehearsalWorld, version: string, path: string, deed: string, cluster: string) {
    const part = deed.replace(/d$/, "").replace(/oye$/, "oy");
    await this.cluster(cluster).write(within(part, path), { versions: [Number(version)] });
  },
);

When(
  "somebody tries to write {string} over version {int} of {string} in {cluster}",
  async function (this: RehearsalWorld, value: string, version: number, path: string, cluster: string) {
    const { rootToken: token } = this.cluster(cluster);
    const body = { data: { value }, options: { cas: version } };
    await this.try(cluster, { method: "POST", path: within("data", path), token, body });
  },
);
