import { expect } from "chai";
import type { ApiRequest } from "#harness/api/request.ts";
import type { RehearsalWorld } from "./world.ts";

/** Sends a read request as a client, and remembers the response for {@link expectUnchanged}. */
export async function lookAt(
  world: RehearsalWorld,
  { who, cluster, ...look }: Readonly<{ who: string; cluster: string }> & Pick<ApiRequest, "method" | "path">,
): Promise<void> {
  const request = { ...look, token: await world.clients.tokenOf(who, cluster) };
  const reply = await answerTo(world, cluster, request);
  world.seen.set(`${who} ${cluster} ${look.method} ${look.path}`, { who, cluster, request, reply });
}

/** Repeats all remembered read requests of a client, and asserts that their responses are the same as before. */
export async function expectUnchanged(world: RehearsalWorld, client: string): Promise<void> {
  const seen = [...world.seen].filter(([, { who }]) => who === client);
  expect(seen, `what ${client} has read`).not.to.deep.equal([]);
  for (const [name, { cluster, request, reply }] of seen) {
    expect(await answerTo(world, cluster, request), name).to.deep.equal(reply);
  }
}

/** Returns the status and the data of a response, without the fields that differ for each request. */
async function answerTo(world: RehearsalWorld, cluster: string, request: Parameters<RehearsalWorld["try"]>[1]) {
  const { status, body } = await world.cluster(cluster).ask(request);
  return { status, data: body?.data };
}
