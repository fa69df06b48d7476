import { expect } from "chai";
import type { RehearsalWorld } from "./world.ts";

/** Asserts that a list is empty. Some servers respond with status 404, others with an empty list. */
export async function expectEmptyList(world: RehearsalWorld, cluster: string, path: string): Promise<void> {
  const { status, body } = await world.cluster(cluster).askAsOperator({ method: "LIST", path });
  expect(status).to.be.oneOf([200, 404]);
  expect(body?.data?.keys ?? []).to.deep.equal([]);
}
