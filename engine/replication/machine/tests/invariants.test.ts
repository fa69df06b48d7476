import { suite, test } from "node:test";
import { expect } from "chai";
import { checkInvariants } from "../invariants.ts";
import type { Secondary, SecondaryProgress } from "../state.ts";
import { ClusterSimulation } from "./cluster-simulation.suite.ts";

async function fixture() {
  const simulation = await ClusterSimulation.of("oslo", "lima");
  await simulation.assemble("oslo", "lima");
  await simulation.write("oslo", { sky: "blue" });
  await simulation.settle();
  const state = simulation.state("oslo");
  const [secondary] = state.role === "primary" ? state.secondaries : [];
  if (state.role !== "primary" || secondary?.phase !== "streaming") throw new Error("lima does not stream");
  const check = (changed: SecondaryProgress) => () => checkInvariants({ ...state, secondaries: [changed] }, []);
  const streaming = simulation.state("lima");
  if (streaming.role !== "secondary") throw new Error("lima is no secondary");
  return { state, secondary, streaming, check, last: state.log.last };
}

suite("a state of a primary breaks an invariant", () => {
  test("only if it is not the result of a step", async () => {
    const { secondary, check } = await fixture();
    expect(check(secondary)).not.to.throw();
  });

  test("when a secondary acknowledged more than was sent", async () => {
    const { secondary, check, last } = await fixture();
    expect(check({ ...secondary, sent: last - 1, acknowledged: last })).to.throw("before it is sent");
  });

  test("when more was sent than the log has", async () => {
    const { secondary, check, last } = await fixture();
    expect(check({ ...secondary, sent: last + 1 })).to.throw("before it is in the log");
  });

  test("when a copy continues from another entry than that at which it began", async () => {
    const { secondary, check, last } = await fixture();
    const copying = { ...secondary, phase: "copying", copied: "", sent: last } as const;
    expect(check(copying)).not.to.throw();
    expect(check({ ...copying, acknowledged: last - 1 })).to.throw("at which it began");
  });

  test("when entries are sent that the log does not have", async () => {
    const { state, last } = await fixture();
    const entries = { type: "entries", to: "lima", after: last, through: last + 1, filtered: [] } as const;
    expect(() => checkInvariants(state, [entries])).to.throw("only entries of the log are sent");
  });
});

suite("a state of a secondary breaks an invariant", () => {
  const broken: readonly (readonly [string, (state: Secondary) => Secondary])[] = [
    [
      "a copy or a comparison began at the end of the log",
      (state) => ({ ...state, record: { ...state.record, data: { phase: "comparing", reach: 0, first: false } } }),
    ],
    [
      "a cluster without primary dials no cluster",
      (state) => ({ ...state, record: { ...state.record, upstream: null } }),
    ],
    [
      "a right to lead that is held and confirmed is not requested",
      (state) => ({
        ...state,
        record: { ...state.record, right: { state: "held" } },
        isRightConfirmed: true,
        rightRequest: { state: "pending" },
      }),
    ],
  ];
  for (const [invariant, change] of broken) {
    test(`unless ${invariant}`, async () => {
      const { streaming } = await fixture();
      expect(() => checkInvariants(streaming, [])).not.to.throw();
      expect(() => checkInvariants(change(streaming), [])).to.throw(invariant);
    });
  }
});
