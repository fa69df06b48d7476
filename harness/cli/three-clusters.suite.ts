// Program with three clusters that a target recreates. Prints their addresses as JSON.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type Cluster, startCluster } from "#cluster/cluster.ts";

const rootToken = process.env.THREE_TOKEN ?? "";
const running = new Map<string, Cluster>();

async function renew(name: string): Promise<Cluster> {
  const before = running.get(name);
  await before?.kill();
  const port = (address: string | undefined) => (address === undefined ? 0 : Number(new URL(address).port));
  const cluster = await startCluster({
    name,
    rootToken,
    apiPort: port(before?.api),
    linkPort: port(before?.link),
  });
  running.set(name, cluster);
  return cluster;
}

const control = createServer((request, response) => {
  void renew(request.url?.slice(1) ?? "").then(
    () => response.end(),
    (error: unknown) => response.writeHead(500).end(String(error)),
  );
});
control.listen(0, "127.0.0.1", async () => {
  const clusters = [];
  for (const name of ["Oslo", "Lima", "Kyoto"]) {
    const { api, link } = await renew(name);
    clusters.push({ name, api, link });
  }
  const { port } = control.address() as AddressInfo;
  process.stdout.write(`${JSON.stringify({ control: `http://127.0.0.1:${port}`, clusters })}\n`);
});
