import { test } from "node:test";
import { expect } from "chai";
import { raise } from "./raised.ts";

type Cluster = Readonly<{ name: string; api: string; link: string; token: string }>;
type Answer = Readonly<{ status: number; body: Record<string, Record<string, unknown>> }>;

const performance = "sys/replication/performance";

/** How often a secondary is looked at until it is as it shall be, and how long between two looks, in milliseconds. */
const looks = { most: 300, pause: 100 } as const;

async function ask({ api, token }: Cluster, method: string, path: string, content?: object): Promise<Answer> {
  const response = await fetch(`${api}/v1/${path}`, {
    method,
    headers: { "X-Vault-Token": token, "Content-Type": "application/json" },
    ...(content ? { body: JSON.stringify(content) } : {}),
  });
  const text = await response.text();
  return { status: response.status, body: text === "" ? {} : JSON.parse(text) };
}

async function done(cluster: Cluster, path: string, content: object = {}): Promise<Answer["body"]> {
  const { status, body } = await ask(cluster, "POST", path, content);
  expect(status, `${path} in ${cluster.api}: ${JSON.stringify(body)}`).to.be.within(200, 299);
  return body;
}

async function token(primary: Cluster, id: string): Promise<unknown> {
  return (await done(primary, `${performance}/primary/secondary-token`, { id })).wrap_info?.token;
}

async function eventually(is: () => Promise<unknown>, wanted: unknown): Promise<void> {
  for (let look = 1; ; look += 1) {
    const found = await is();
    if (found === wanted) return;
    if (look === looks.most) expect(found).to.equal(wanted);
    await new Promise((resolve) => setTimeout(resolve, looks.pause));
  }
}

const shade = (cluster: Cluster) => async () => (await ask(cluster, "GET", "colours/sky")).body.data?.shade;

test("clusters of two processes replicate over TLS, fail over and back, and keep their ids", async () => {
  const [first, second] = await Promise.all([raise(["--topology", "one"]), raise(["--topology", "one"])]);
  await using stack = new AsyncDisposableStack();
  for (const raised of [first, second]) stack.use(raised);
  const [oslo, lima] = [first, second].map(({ said }) => JSON.parse(said).clusters[0]) as [Cluster, Cluster];
  expect([oslo.link, lima.link].every((link) => link.startsWith("wss://"))).to.equal(true);
  const id = async (cluster: Cluster) => (await ask(cluster, "GET", `${performance}/status`)).body.data?.cluster_id;

  await done(oslo, `${performance}/primary/enable`);
  await done(oslo, "sys/mounts/colours", { type: "kv" });
  await done(oslo, "colours/sky", { shade: "blue" });
  await done(lima, `${performance}/secondary/enable`, { token: await token(oslo, "lima") });
  await eventually(shade(lima), "blue");
  const ids = [await id(oslo), await id(lima)];
  expect(ids[0]).to.not.equal(ids[1]);

  await done(oslo, `${performance}/primary/demote`);
  await done(lima, `${performance}/secondary/promote`);
  await done(oslo, `${performance}/secondary/update-primary`, { token: await token(lima, "oslo") });
  await done(lima, "colours/sky", { shade: "red" });
  await eventually(shade(oslo), "red");
  // A write through the secondary is carried out by the primary of today.
  await done(oslo, "colours/sky", { shade: "green" });
  expect(await shade(lima)()).to.equal("green");

  await done(lima, `${performance}/primary/demote`);
  await done(oslo, `${performance}/secondary/promote`);
  await done(lima, `${performance}/secondary/update-primary`, { token: await token(oslo, "lima again") });
  await done(oslo, "colours/sky", { shade: "grey" });
  await eventually(shade(lima), "grey");
  expect([await id(oslo), await id(lima)]).to.deep.equal(ids);
});
