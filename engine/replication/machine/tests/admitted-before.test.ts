import { suite, test } from "node:test";
import { expect } from "chai";
import type { Command } from "../command.ts";
import { ClusterSimulation } from "./cluster-simulation.suite.ts";

/**
 * Oslo was demoted and promoted again while Lima, its secondary, was disconnected. Lima dials, and Oslo admits it;
 * Lima has not sent its hello yet. Kyoto stays a secondary of Oslo.
 */
async function admitted(later: boolean) {
  const simulation = await ClusterSimulation.of("oslo", "lima", "kyoto");
  await simulation.assemble("oslo", "lima", "kyoto");
  simulation.breakConnections("oslo", "lima");
  await simulation.settle();
  await simulation.command("oslo", { type: "demote" });
  await simulation.usurp("oslo", "second era");
  if (later) {
    // Of two eras with the same number, the one with the greater id is later.
    await simulation.usurp("lima", "second era of lima");
  }
  simulation.now += 250;
  await simulation.tick();
  const link = simulation.links.findLast(({ dialler }) => dialler === "lima");
  if (!link) throw new Error("lima does not dial");
  await simulation.deliver(link, "toHost");
  expect(link, "admitted").to.deep.include({ hostEnd: true, toDialler: [{ type: "welcome" }] });
  return { simulation, link };
}

const changes: Readonly<Record<string, Command>> = {
  "is demoted": { type: "demote" },
  "is disabled": { type: "disable", role: "primary" },
  "issues a token for the same id": { type: "register secondary", id: "lima", digest: "another secret" },
};

suite("a former secondary that was admitted", () => {
  for (const [change, command] of Object.entries(changes)) {
    test(`is not left waiting when the primary ${change} before its hello`, async () => {
      const { simulation, link } = await admitted(false);
      expect(await simulation.command("oslo", command)).to.have.property("accepted", true);
      await simulation.settle();
      expect(link).to.deep.include({ hostEnd: false, diallerEnd: false });
    });
  }

  test("makes the right of a demoted cluster void with its claim of a later era", async () => {
    const { simulation, link } = await admitted(true);
    await simulation.command("oslo", { type: "demote" });
    expect(simulation.state("oslo").record, "before the claim").to.have.nested.property("right.state", "held");
    await simulation.settle();
    expect(link).to.deep.include({ hostEnd: false, diallerEnd: false });
    expect(simulation.state("oslo").record).to.have.nested.property("right.state", "none");
  });
});
