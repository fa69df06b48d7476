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
  world.seen.set(`${cluster} ${look.method} ${look.path}`, { cluster, request, reply });
}

/** Repeats all remembered read requests, and asserts that their responses are the same as before. */
export async function expectUnchanged(world: RehearsalWorld): Promise<void> {
  expect(world.seen, "what was looked at").not.to.have.property("size", 0);
  for (const [name, { cluster, request, reply }] of world.seen) {
    expect(await answerTo(world, cluster, request), name).to.deep.equal(reply);
  }
}

/** Returns the status and the data of a response, without the fields that differ for each request. */
async function answerTo(world: RehearsalWorld, cluster: string, request: Parameters<RehearsalWorld["try"]>[1]) {
  const { status, body } = await world.cluster(cluster).ask(request);
  return { status, data: body?.data };
}
