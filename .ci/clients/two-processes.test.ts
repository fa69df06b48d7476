import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { expect } from "chai";
import { type Raised, raise } from "./raised.ts";

type Cluster = Readonly<{ name: string; api: string; link: string; token: string }>;
type Answer = Readonly<{ status: number; body: Record<string, Record<string, unknown>> }>;

const performance = "sys/replication/performance";

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

async function failOverAndBack([first, second]: readonly [Raised, Raised], hosts?: readonly [string, string]) {
  const [oslo, lima] = [first, second].map(({ said }) => JSON.parse(said).clusters[0]) as [Cluster, Cluster];
  expect([oslo.link, lima.link].every((link) => link.startsWith("wss://"))).to.equal(true);
  if (hosts) expect([oslo, lima].flatMap(hostsOf)).to.deep.equal(hosts.flatMap((host) => [host, host]));
  const status = async (cluster: Cluster) => (await ask(cluster, "GET", `${performance}/status`)).body.data;
  const id = async (cluster: Cluster) => (await status(cluster))?.cluster_id;

  await done(oslo, `${performance}/primary/enable`);
  await done(oslo, "sys/mounts/colours", { type: "kv" });
  await done(oslo, "colours/sky", { shade: "blue" });
  await done(lima, `${performance}/secondary/enable`, { token: await token(oslo, "lima") });
  await eventually(shade(lima), "blue");
  const ids = [await id(oslo), await id(lima)];
  expect(ids[0]).to.not.equal(ids[1]);
  expect((await status(lima))?.primaries).to.containSubset([{ api_address: oslo.api, cluster_address: oslo.link }]);
  expect((await status(oslo))?.secondaries).to.containSubset([{ api_address: lima.api, cluster_address: lima.link }]);

  await done(oslo, `${performance}/primary/demote`);
  await done(lima, `${performance}/secondary/promote`);
  await done(oslo, `${performance}/secondary/update-primary`, { token: await token(lima, "oslo") });
  await done(lima, "colours/sky", { shade: "red" });
  await eventually(shade(oslo), "red");
  // A write through the secondary is executed by the current primary.
  await done(oslo, "colours/sky", { shade: "green" });
  expect(await shade(lima)()).to.equal("green");

  await done(lima, `${performance}/primary/demote`);
  await done(oslo, `${performance}/secondary/promote`);
  await done(lima, `${performance}/secondary/update-primary`, { token: await token(oslo, "lima again") });
  await done(oslo, "colours/sky", { shade: "grey" });
  await eventually(shade(lima), "grey");
  expect([await id(oslo), await id(lima)]).to.deep.equal(ids);
}

function hostsOf({ api, link }: Cluster): readonly string[] {
  return [api, link].map((address) => new URL(address.replace(/^wss/, "https")).hostname);
}

const alone = ["--topology", "one"];

test("clusters of two processes replicate over TLS, fail over and back, and keep their ids", async () => {
  await using both = await bothOf(raise(alone), raise(alone));
  await failOverAndBack(both.raised);
});

test("clusters with different addresses do the same, which each announces to the other", async (context) => {
  // Only Linux assigns all of 127.0.0.0/8 to the loopback interface.
  if (process.platform !== "linux") return context.skip("this machine has one loopback address");
  const hosts = ["127.0.0.2", "127.0.0.3"] as const;
  await using both = await bothOf(raise([...alone, "--host", hosts[0]]), raise([...alone, "--host", hosts[1]]));
  await failOverAndBack(both.raised, hosts);
});

test("clusters in two network namespaces do the same, like on two machines", async (context) => {
  using network = namespaceBeside();
  if (!network) return context.skip("creating a network namespace requires root and iproute2");
  const { hosts, within } = network;
  await using both = await bothOf(
    raise([...alone, "--host", hosts[0]]),
    raise([...alone, "--host", hosts[1]], { by: within }),
  );
  await failOverAndBack(both.raised, hosts);
});

async function bothOf(one: Promise<Raised>, other: Promise<Raised>) {
  const stack = new AsyncDisposableStack();
  const settled = await Promise.allSettled([one, other]);
  for (const result of settled) if (result.status === "fulfilled") stack.use(result.value);
  const [first, second] = settled;
  if (first.status === "fulfilled" && second.status === "fulfilled") {
    const raised = [first.value, second.value] as const;
    return { raised, [Symbol.asyncDispose]: () => stack.disposeAsync() };
  }
  await stack.disposeAsync();
  throw new Error("one of the two did not come up", { cause: settled });
}

/**
 * Creates a network namespace that is connected by a veth pair. Returns the addresses of both ends and the command that
 * runs a program in the namespace, or undefined if this machine does not allow it.
 */
function namespaceBeside() {
  const [name, near, far] = ["", "n", "f"].map((end) => `us${process.pid}${end}`);
  // Documentation addresses (RFC 5737, TEST-NET-2), which no real network should use.
  const hosts = ["198.51.100.1", "198.51.100.2"] as const;
  const ip = (words: string) => spawnSync("ip", words.split(" "), { stdio: "ignore" }).status === 0;
  if (!ip(`netns add ${name}`)) return undefined;
  const isJoined = [
    `link add ${near} type veth peer name ${far}`,
    `link set ${far} netns ${name}`,
    `addr add ${hosts[0]}/30 dev ${near}`,
    `link set ${near} up`,
    `-n ${name} addr add ${hosts[1]}/30 dev ${far}`,
    `-n ${name} link set ${far} up`,
    `-n ${name} link set lo up`,
  ].every(ip);
  const remove = () => {
    ip(`link del ${near}`);
    ip(`netns del ${name}`);
  };
  if (!isJoined) {
    remove();
    return undefined;
  }
  return { hosts, within: ["ip", "netns", "exec", `${name}`], [Symbol.dispose]: remove };
}
