import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { WebSocket } from "ws";
import { random } from "#harness/simulation/random.ts";
import { privateAuthorities } from "#harness/stages/certified-api.ts";
import { raise } from "../clients/raised.ts";
import type { Count } from "../suite/count.ts";
import { post } from "./post.ts";
import { type PeerData, wrongFrame } from "./wrong-frame.ts";

const frames = 100_000;
const framesPerConnection = 100;

const patience = 15_000;

type Cluster = Readonly<{ api: string; link: string; token: string }>;

/**
 * Sends random, mostly invalid frames to the link of a primary: as an unknown peer, and as a secondary with a valid
 * token.
 */
export async function sendInvalidFrames(seed: number): Promise<Count> {
  process.stdout.write(`seed ${seed}: ${frames} frames over links\n`);
  await using raised = await raise(["--topology", "three"]);
  const { clusters } = JSON.parse(raised.said) as Readonly<{ clusters: readonly [Cluster, Cluster] }>;
  const [primary, secondary] = clusters;
  const credentials = privateAuthorities("fuzz", "/");
  const peer = await registerPeer(primary);
  const { fraction } = random(seed, "link frames");
  const roll = (sides: number) => Math.floor(fraction() * sides);
  const faults: string[] = [];
  for (let sent = 0; sent < frames; ) {
    const isKnown = roll(4) > 0;
    const count = Math.min(1 + roll(framesPerConnection), frames - sent);
    const texts = Array.from({ length: count }, () => wrongFrame(roll, peer));
    const shown = roll(8) === 0 ? {} : { key: credentials.key, cert: credentials.cert };
    const webSocket = new WebSocket(primary.link, { ...shown, minVersion: "TLSv1.3", rejectUnauthorized: false });
    const closed = new Promise<void>((resolve) => webSocket.on("error", () => {}).on("close", () => resolve()));
    await Promise.race([once(webSocket, "open").catch(() => {}), closed]);
    if (isKnown) {
      webSocket.send(JSON.stringify(peer.introduction));
      await Promise.race([once(webSocket, "message").catch(() => {}), closed]);
    }
    for (const text of texts) webSocket.send(text);
    webSocket.close();
    const given = setTimeout(() => {
      faults.push(`a connection did not end after ${texts.at(-1)?.toString().slice(0, 200)}`);
      webSocket.terminate();
    }, patience);
    await closed;
    clearTimeout(given);
    sent += count;
  }
  faults.push(...(await harm(primary, secondary)));
  for (const fault of faults) process.stdout.write(`${fault}\n`);
  // Counts as one check, because the number of frames is arbitrary.
  return faults.length === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: faults.length };
}

async function registerPeer({ api, token }: Cluster): Promise<PeerData> {
  const at = { api: `${api}/v1`, token };
  const issued = await post(at, "sys/replication/performance/primary/secondary-token", { id: "fuzz" });
  const wrapped = JSON.parse(issued.text).wrap_info.token as string;
  const unwrapped = await post({ ...at, token: wrapped }, "sys/wrapping/unwrap", {});
  const { id, secret, cluster_id: set } = JSON.parse(unwrapped.text).data;
  const addresses = { api: "http://127.0.0.1:1", cluster: "wss://127.0.0.1:1" };
  return { introduction: { type: "introduction", protocol: await protocol(), id, secret, set, addresses } };
}

async function protocol(): Promise<number> {
  const text = await readFile(new URL("../../docs/link-protocol.md", import.meta.url), "utf8");
  return Number(/This is version (\d+);/.exec(text)?.[1]);
}

async function harm(primary: Cluster, secondary: Cluster): Promise<readonly string[]> {
  const path = "sys/policies/acl/after-all";
  const written = await post({ ...secondary, api: `${secondary.api}/v1` }, path, {
    policy: 'path "a" { capabilities = ["read"] }',
  });
  const status = await fetch(`${secondary.api}/v1/sys/replication/performance/status`);
  const { data } = (await status.json()) as { data: { mode: string; state: string } };
  const health = await fetch(`${primary.api}/v1/sys/health`);
  const replication = await fetch(`${primary.api}/v1/sys/replication/performance/status`);
  const { data: ofPrimary } = (await replication.json()) as {
    data: { mode: string; state: string; secondaries: readonly { node_id: string; cluster_address: string }[] };
  };
  const connected = ofPrimary.secondaries.find(({ node_id }) => node_id === "fuzz")?.cluster_address;
  return [
    ...(connected
      ? []
      : ["the secondary with invalid frames was never accepted: no frames after the hello were tested"]),
    ...(health.status === 200 ? [] : [`the primary's health is ${health.status}`]),
    ...(ofPrimary.mode === "primary" && ofPrimary.state === "running"
      ? []
      : [`the primary is ${ofPrimary.mode}, ${ofPrimary.state}`]),
    ...(data.state === "stream-wals" ? [] : [`the secondary is in ${data.state}`]),
    ...(written.status === 204 ? [] : [`a write through the secondary came to ${written.status} ${written.text}`]),
  ];
}
