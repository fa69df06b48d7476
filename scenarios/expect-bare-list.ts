import { expect } from "chai";
import type { RehearsalWorld } from "./world.ts";

/** Asserts that a list response contains exactly these names, and nothing else except the fields of every response. */
export async function expectBareList(
  world: RehearsalWorld,
  { cluster, path, names }: Readonly<{ cluster: string; path: string; names: readonly string[] }>,
): Promise<void> {
  const { data, request_id, mount_type, ...rest } = await world.cluster(cluster).send("LIST", path);
  const { keys, ...more } = data ?? {};
  expect(keys).to.have.same.members(names);
  expect(more).to.deep.equal({});
  for (const [name, value] of Object.entries(rest)) expect(value || null, name).to.equal(null);
}
