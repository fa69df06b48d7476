import { Then, When } from "@cucumber/cucumber";
import { expect } from "chai";
import type { RehearsalWorld } from "../../world.ts";
import { within, writeVersion } from "./versions.ts";

/** Of each secret, how many of its versions were acknowledged. */
const acknowledged = new WeakMap<RehearsalWorld, Map<string, number>>();

/** How far apart in time, in milliseconds, one writer begins after the other, and how long all of them write before the crash. */
const moments = { between: 1, before: 20 } as const;

/** Writes one version after the other until the cluster no longer answers. */
async function writeOnAndOn(world: RehearsalWorld, path: string, cluster: string): Promise<void> {
  const known = acknowledged.get(world) ?? new Map<string, number>();
  acknowledged.set(world, known);
  for (let version = (known.get(path) ?? 0) + 1; ; version++) {
    const reply = await writeVersion(world, { path, value: `version ${version}`, cluster }).catch(() => undefined);
    if (reply?.status !== 200) return;
    // One that was on its way at the last crash may have held without having been acknowledged.
    version = Number(reply.body?.data?.version);
    known.set(path, version);
  }
}

When(
  "{int} people write below {string} in {cluster} until it is killed, and it is started again",
  async function (this: RehearsalWorld, people: number, folder: string, cluster: string) {
    const paths = Array.from({ length: people }, (_, index) => `${folder}/${index + 1}`);
    const writing = Promise.all(paths.map((path) => writeOnAndOn(this, path, cluster)));
    await this.stage.pass(moments.before);
    await this.cluster(cluster).restart();
    await writing;
  },
);

Then(
  "all that was acknowledged below {string} is there in {cluster}, and nothing is there by halves",
  async function (this: RehearsalWorld, _folder: string, cluster: string) {
    const known = acknowledged.get(this) ?? new Map<string, number>();
    expect(known, "what was acknowledged").not.to.have.property("size", 0);
    for (const [path, versions] of known) {
      const { current_version } = await this.cluster(cluster).read(within("metadata", path));
      // The one that was on its way may have held.
      expect(current_version, path).to.be.within(versions, versions + 1);
      for (let version = 1; version <= Number(current_version); version++) {
        const { data } = await this.cluster(cluster).read(`${within("data", path)}?version=${version}`);
        expect(data, `${path}, version ${version}`).to.deep.equal({ value: `version ${version}` });
      }
    }
  },
);
