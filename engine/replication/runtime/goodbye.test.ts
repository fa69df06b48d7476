import { suite, test } from "node:test";
import { expect } from "chai";
import { goodbyeCodes } from "../protocol/goodbye.ts";
import { LinkedClusters, type Member, rest } from "./linked-clusters.suite.ts";

const day = 24 * 3_600_000;

/** Codes of goodbyes that are not final, also a missing code and unknown ones. */
const transient: readonly unknown[] = [
  ...["certificate", "protocol", "stopping", "busy", "fault", "closed", "unknown"],
  ...["of a later version", undefined, null, 7, "constructor"],
];
const final = ["unknown secondary", "other set", "not primary"];

/**
 * True for all frames except inquiries. A primary also sends inquiries to a disconnected secondary, but here it must
 * learn of a later era from an announcement.
 */
const isNoInquiry = (frame: string) => !frame.startsWith('{"type":"inquiry"');

async function fixture() {
  const { clusters, oslo, lima } = await LinkedClusters.of("oslo", "lima");
  await oslo.replication.roles.enablePrimary({ address: "" });
  await oslo.replication.commit("m", [{ key: "shared/sky", value: "blue" }]);
  const rejectIntroductions = (code: unknown) => {
    clusters.passes = (frame) => {
      if (!frame.startsWith('{"type":"introduction"')) return isNoInquiry(frame);
      clusters.inject("oslo", "lima", JSON.stringify({ type: "goodbye", reason: "not now", code }));
      return false;
    };
  };
  const acceptIntroductions = () => {
    clusters.passes = isNoInquiry;
  };
  const stopAtIntroduction = async () => {
    clusters.passes = (frame) => {
      if (frame.startsWith('{"type":"introduction"')) void oslo.replication.stop();
      return isNoInquiry(frame);
    };
    clusters.heal("lima");
    await clusters.clock.pass(20_000);
    acceptIntroductions();
  };
  return { clusters, oslo, lima, rejectIntroductions, acceptIntroductions, stopAtIntroduction };
}

/** Lima is promoted by force while it cannot reach Oslo, which is the primary. */
async function promoted() {
  const parts = await fixture();
  await parts.clusters.enableSecondary(parts.oslo, parts.lima);
  await parts.clusters.clock.pass(1000);
  parts.clusters.passes = isNoInquiry;
  parts.clusters.partition("lima");
  await parts.lima.replication.roles.promote({ force: true, address: "" });
  return parts;
}

/** Lima was wiped, and was partitioned before the first page of its copy arrived. */
async function bootstrapping() {
  const parts = await fixture();
  parts.clusters.passes = (frame) => !frame.includes(`"type":"page"`);
  await parts.clusters.enableSecondary(parts.oslo, parts.lima);
  expect(parts.lima.replication.status()).to.include({ mode: "bootstrapping" });
  parts.clusters.partition("lima");
  return parts;
}

test("every code of a goodbye is either transient or final", () => {
  expect([...transient.slice(0, 7), ...final].toSorted()).to.deep.equal([...goodbyeCodes].toSorted());
});

suite("a promoted cluster announces its era to the former primary", () => {
  for (const code of transient) {
    test(`until that one has received it, though it says goodbye: ${code}`, async () => {
      const { clusters, oslo, lima, rejectIntroductions, acceptIntroductions } = await promoted();
      rejectIntroductions(code);
      clusters.heal("lima");
      await clusters.clock.pass(60_000);
      const again = await clusters.restart("lima");
      await clusters.clock.pass(60_000);
      expect(oslo.replication.isPrimary()).to.equal(true);
      acceptIntroductions();
      await clusters.clock.pass(10_000);
      expect([oslo.replication.isPrimary(), again.replication.isPrimary()]).to.deep.equal([false, true]);
      expect(lima.name).to.equal(again.name);
    });
  }

  for (const code of final) {
    test(`until that one refuses it: ${code}`, async () => {
      const { clusters, oslo, rejectIntroductions, acceptIntroductions } = await promoted();
      rejectIntroductions(code);
      clusters.heal("lima");
      await clusters.clock.pass(10_000);
      acceptIntroductions();
      await clusters.clock.pass(10_000);
      expect(oslo.replication.isPrimary()).to.equal(true);
    });
  }

  test("also if the former primary is stopped during the announcement, and started again", async () => {
    const { clusters, stopAtIntroduction } = await promoted();
    await stopAtIntroduction();
    const again = await clusters.restart("oslo");
    await clusters.clock.pass(10_000);
    expect(again.replication.isPrimary()).to.equal(false);
  });

  test("though its certificate has expired by a clock that is ahead", async () => {
    const { clusters, oslo } = await promoted();
    clusters.clock.setBack = -40 * day;
    clusters.heal("lima");
    await clusters.clock.pass(20_000);
    expect(oslo.replication.isPrimary()).to.equal(true);
    clusters.clock.setBack = 0;
    await clusters.clock.pass(10_000);
    expect(oslo.replication.isPrimary()).to.equal(false);
  });

  test("though another cluster answers at the address for a while", async () => {
    const { clusters, oslo, lima } = await promoted();
    const own = clusters.shown.get("oslo");
    clusters.shown.set("oslo", clusters.shown.get("lima"));
    clusters.heal("lima");
    await clusters.clock.pass(20_000);
    expect(oslo.replication.isPrimary()).to.equal(true);
    clusters.shown.set("oslo", own);
    await clusters.clock.pass(10_000);
    expect([oslo.replication.isPrimary(), lima.replication.isPrimary()]).to.deep.equal([false, true]);
  });
});

suite("a secondary in the midst of its first copy", () => {
  for (const code of transient) {
    test(`dials again and completes it, though the primary says goodbye: ${code}`, async () => {
      const { clusters, lima, rejectIntroductions, acceptIntroductions } = await bootstrapping();
      rejectIntroductions(code);
      clusters.heal("lima");
      await clusters.clock.pass(60_000);
      expect(lima.replication.status()).to.include({ mode: "bootstrapping" });
      acceptIntroductions();
      await clusters.clock.pass(10_000);
      expect(lima.replication.status()).to.include({ mode: "secondary" });
      expect(await lima.store.all("shared/")).to.deep.equal({ "shared/sky": "blue" });
    });
  }

  for (const code of final) {
    test(`disables replication when the primary refuses it: ${code}`, async () => {
      const { clusters, lima, rejectIntroductions } = await bootstrapping();
      rejectIntroductions(code);
      clusters.heal("lima");
      await clusters.clock.pass(10_000);
      expect(lima.replication.status()).to.deep.equal({ mode: "disabled", secondary_enable_error: "not now" });
    });
  }

  test("completes it after the primary was stopped while it introduced itself", async () => {
    const { clusters, lima, stopAtIntroduction } = await bootstrapping();
    await stopAtIntroduction();
    await clusters.restart("oslo");
    await clusters.clock.pass(10_000);
    expect(lima.replication.status()).to.include({ mode: "secondary" });
  });

  test("completes it though another cluster answers at the address for a while, or its certificate looks expired", async () => {
    const { clusters, lima } = await bootstrapping();
    clusters.passes = () => true;
    const own = clusters.shown.get("oslo");
    clusters.shown.set("oslo", clusters.shown.get("lima"));
    clusters.heal("lima");
    await clusters.clock.pass(20_000);
    clusters.shown.set("oslo", own);
    clusters.clock.setBack = -40 * day;
    await clusters.clock.pass(20_000);
    expect(lima.replication.status()).to.include({ mode: "bootstrapping" });
    clusters.clock.setBack = 0;
    await clusters.clock.pass(10_000);
    expect(lima.replication.status()).to.include({ mode: "secondary" });
  });
});

test("a cluster that is enabled as a secondary is not wiped when the primary turns it away, and may try again", async () => {
  const { clusters, oslo, lima, rejectIntroductions, acceptIntroductions } = await fixture();
  await lima.replication.commit("m", [{ key: "shared/own", value: "kept" }]);
  const activation = await oslo.replication.activations.registerSecondary("lima");
  for (const code of goodbyeCodes) {
    rejectIntroductions(code);
    const problem = await lima.replication.roles.enableSecondary(activation).then(
      () => expect.fail("it was enabled"),
      (error) => error,
    );
    expect(problem, code).to.include({ code: final.includes(code) ? "refused" : "upstream" });
    expect(problem.message).to.include("not now").and.include("nothing was changed");
    expect(await lima.store.all("shared/")).to.deep.equal({ "shared/own": "kept" });
  }
  acceptIntroductions();
  await lima.replication.roles.enableSecondary(activation);
  await rest();
  await clusters.clock.pass(1000);
  expect(await lima.store.all("shared/")).to.deep.equal({ "shared/sky": "blue" });
});

async function crashAtSave(clusters: LinkedClusters, { name, store }: Member): Promise<void> {
  store.before = () => new Promise(() => {});
  await clusters.clock.pass(1000);
  store.before = () => {};
  await clusters.crash(name);
}

suite("a primary that crashes before it has saved the key of a secondary has not admitted it", () => {
  test("and a cluster that is about to be enabled is not wiped", async () => {
    const { clusters, oslo, lima } = await fixture();
    const activation = await oslo.replication.activations.registerSecondary("lima");
    const enabled = lima.replication.roles.enableSecondary(activation).catch(({ code }) => code);
    await crashAtSave(clusters, oslo);
    expect(await enabled).to.equal("upstream");
    expect(lima.replication.status()).to.deep.equal({ mode: "disabled" });
  });

  test("and a cluster with another primary keeps the secret of its token, and connects", async () => {
    const { clusters, oslo, lima } = await promoted();
    clusters.heal("lima");
    await clusters.clock.pass(10_000);
    await oslo.replication.roles.demote();
    const activation = await lima.replication.activations.registerSecondary("oslo");
    void oslo.replication.roles.updatePrimary(activation).catch(() => {});
    await crashAtSave(clusters, lima);
    await clusters.clock.pass(20_000);
    expect(oslo.replication.status()).to.include({ state: "stream-wals" });
  });
});
