import { expect } from "chai";
import type { RehearsalWorld } from "./world.ts";

/** Claims that a list is empty: some servers answer that there is none, others with a list of nothing. */
export async function expectEmptyList(world: RehearsalWorld, cluster: string, path: string): Promise<void> {
  const { status, body } = await world.cluster(cluster).askAsOperator({ method: "LIST", path });
  expect(status).to.be.oneOf([200, 404]);
  expect(body?.data?.keys ?? []).to.deep.equal([]);
}
