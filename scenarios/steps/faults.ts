import { expect } from "chai";
import { Then, When } from "../define.ts";
import { fieldsOf } from "../values.ts";
import type { RehearsalWorld } from "../world.ts";

When("the link between {cluster} and {cluster} is partitioned", async function (one, other) {
  await this.stage.partition(one, other);
});

When("the link between {cluster} and {cluster} drops messages silently", async function (one, other) {
  await this.stage.dropSilently(one, other);
});

When("the link between {cluster} and {cluster} is healed", async function (one, other) {
  await this.stage.heal(one, other);
});

When("{cluster} is killed and restarted", async function (cluster) {
  await this.cluster(cluster).restart();
});

// A release (`current`: today's), an edition (`community` or `enterprise`), or environment variables in capitals.
When("{cluster} is started again with {string}", async function (cluster, text) {
  const fields = (await fieldsOf(this, text)) as Readonly<Record<string, string>>;
  if (!/^[A-Z]/.test(text)) return await this.cluster(cluster).restart(fields);
  // A cluster without the endpoint of a metadata service runs outside of the cloud.
  const isInCloud = "CLOUD_EC2_METADATA_SERVICE_ENDPOINT" in fields;
  const outside = { CLOUD_EC2_METADATA_DISABLED: "true", ...fields };
  return await this.cluster(cluster).restart({ environment: isInCloud ? fields : outside });
});

When("{cluster} is backed up", async function (cluster) {
  await this.stage.backUp(cluster);
  this.clients.noteBackup(cluster);
});

// A backup contains only tokens that were created before it.
When("{cluster} is restored from its backup", async function (cluster) {
  await this.stage.restoreBackup(cluster);
  this.clients.noteRestore(cluster);
});

function within(part: string, path: string): string {
  const [mount = "", ...rest] = path.split("/");
  return [mount, part, ...rest].join("/");
}

/** Minimum number of acknowledged writes of all clients before the crash. Further writes may then be in progress. */
const enoughWrites = 20;

type Crash = { acknowledged: number; isOver: boolean };

async function writeOnAndOn(
  world: RehearsalWorld,
  { path, cluster, crash, enough }: Readonly<{ path: string; cluster: string; crash: Crash; enough: () => void }>,
): Promise<void> {
  const token = await world.clients.tokenOf("an operator", cluster);
  const writer = world.writers.get(path) ?? { attempts: 0, acknowledged: new Map<number, string>() };
  world.writers.set(path, writer);
  while (!crash.isOver) {
    const value = `attempt ${++writer.attempts}`;
    const reply = await world
      .cluster(cluster)
      .ask({ method: "POST", path: within("data", path), token, body: { data: { value } } })
      .catch(() => undefined);
    if (reply?.status !== 200) return;
    writer.acknowledged.set(Number(reply.body?.data?.version), value);
    if (++crash.acknowledged >= enoughWrites) enough();
  }
}

When(
  "{int} clients write below {string} in {cluster} until it is killed, and it is started again, {int} times",
  async function (clients, folder, cluster, times) {
    const paths = Array.from({ length: clients }, (_, index) => `${folder}/${index + 1}`);
    for (let time = 0; time < times; time++) {
      const crash = { acknowledged: 0, isOver: false };
      const { promise, resolve: enough } = Promise.withResolvers<void>();
      const writing = Promise.all(paths.map((path) => writeOnAndOn(this, { path, cluster, crash, enough })));
      await Promise.race([promise, writing]);
      await this.cluster(cluster).restart();
      crash.isOver = true;
      await writing;
      expect(crash.acknowledged, "how much was acknowledged").to.be.at.least(enoughWrites);
    }
  },
);

async function keptVersions(world: RehearsalWorld, path: string, cluster: string): Promise<Map<number, string>> {
  const metadata = await world.cluster(cluster).askAsOperator({ method: "GET", path: within("metadata", path) });
  expect(metadata.status, `${path} in ${cluster}: ${metadata.body?.errors?.join("; ")}`).to.be.oneOf([200, 404]);
  const { current_version = 0, oldest_version = 0 } = metadata.body?.data ?? {};
  const versions = new Map<number, string>();
  for (let version = Math.max(1, Number(oldest_version)); version <= Number(current_version); version++) {
    const { data } = await world.cluster(cluster).read(`${within("data", path)}?version=${version}`);
    versions.set(version, String((data as { value?: unknown }).value));
  }
  return versions;
}

Then(
  "all writes that were acknowledged to them are in {cluster}, and no write is there in part",
  async function (cluster) {
    for (const [path, { attempts, acknowledged }] of this.writers) {
      const kept = await keptVersions(this, path, cluster);
      const [oldest = 0, latest = 0] = [Math.min(...kept.keys()), Math.max(0, ...kept.keys())];
      expect(latest, `${path}: no version is lost`).to.be.within(Math.max(0, ...acknowledged.keys()), attempts);
      for (const [version, value] of acknowledged) {
        if (version >= oldest) expect(kept.get(version), `${path}, version ${version}`).to.equal(value);
      }
      // Writes in progress at the crash may have succeeded. Their values must then be complete and in the order of sending.
      const order = [...kept.values()].map((value) => Number(/^attempt (\d+)$/.exec(value)?.[1]));
      expect(order, path).to.deep.equal([...new Set(order)].sort((a, b) => a - b));
      expect(order, path).not.to.include(Number.NaN);
    }
  },
);
