import { describe, test } from "node:test";
import { expect } from "chai";
import type { Event } from "#harness/history/event.ts";
import { compareTwice } from "./compare-twice.ts";
import { expand } from "./expand.ts";
import { judgeSchedule } from "./judge-schedule.ts";
import { play } from "./play.ts";
import { profiles } from "./profiles.ts";
import type { Schedule } from "./schedule.ts";
import { openCampaignWorld } from "./simulated-world.ts";
import type { CampaignWorld } from "./world.ts";

async function happened(schedule: Schedule) {
  const events: Event[] = [];
  const result = await judgeSchedule(schedule, [(event) => void events.push(event)]);
  return { result, events, of: (type: Event["type"]) => events.filter((event) => event.type === type) };
}

function statusesOf(events: readonly Event[], cluster: string): readonly Readonly<Record<string, unknown>>[] {
  const path = "sys/replication/performance/status";
  const asked = new Set<number>();
  return events.flatMap((event) => {
    if (event.type === "request" && event.cluster === cluster && event.path === path) asked.add(event.seq);
    if (event.type !== "answer" || !asked.has(event.cause) || event.outcome !== "ok") return [];
    return [(event.body as Readonly<{ data: Readonly<Record<string, unknown>> }>).data];
  });
}

const two: Schedule = {
  seed: 1,
  clusters: ["Oslo", "Lima"],
  primary: "Oslo",
  secondaries: ["Lima"],
  services: { database: false, cloud: false },
  healAt: 20_000,
  actions: [],
};

describe("a schedule", () => {
  test("without faults and operators holds and settles", async () => {
    const { result } = await happened(expand(11, profiles.calm));
    expect(result).to.include({ verdict: "held" });
    expect(result.broken).to.deep.equal([]);
  });

  test("has the same history each time it is played", async () => {
    expect(await compareTwice(expand(3, profiles.usual))).to.equal(undefined);
  });

  test("runs the actions of one actor in sequence, and different actors concurrently", async () => {
    const write = { do: "write", cluster: "Oslo", mount: "colours", value: "v" } as const;
    const { events } = await happened({
      ...two,
      actions: ["Ada", "Ben"].flatMap((by) => [1, 2, 3].map((key) => ({ at: 0, by, ...write, key: `${by}${key}` }))),
    });
    const order = (who: string) =>
      events.flatMap((event) =>
        event.type === "request" && event.client === who && event.path.startsWith("colours/") ? [event.path] : [],
      );
    expect(order("Ada")).to.deep.equal(["colours/Ada1", "colours/Ada2", "colours/Ada3"]);
    const clients = events.flatMap((event) =>
      event.type === "request" && event.path.startsWith("colours/") ? [event.client] : [],
    );
    expect(clients.slice(0, 2).toSorted()).to.deep.equal(["Ada", "Ben"]);
  });

  test("injects its faults and ends them", async () => {
    const between: [string, string] = ["Oslo", "Lima"];
    const { of } = await happened({
      ...two,
      actions: [
        { at: 100, by: "nemesis", do: "partition", between, milliseconds: 2_000 },
        { at: 3_000, by: "nemesis", do: "black hole", between, oneWay: true, milliseconds: 60_000 },
        { at: 3_100, by: "nemesis", do: "crash", cluster: "Oslo", milliseconds: 60_000 },
        { at: 3_200, by: "nemesis", do: "skew clock", cluster: "Lima", byMilliseconds: -3_600_000 },
        { at: 3_300, by: "nemesis", do: "slow disk", cluster: "Lima", factor: 10, milliseconds: 60_000 },
        { at: 3_400, by: "nemesis", do: "slow network", factor: 10, milliseconds: 60_000 },
      ],
    });
    const kinds = of("fault").map((event) => (event.type === "fault" ? event.kind : ""));
    expect(kinds).to.deep.equal(["partition", "one-way black hole", "skew", "slow disk", "slow network"]);
    expect(of("heal")).to.have.length(4);
    expect(of("crash")).to.have.length(1);
    expect(of("start")).to.have.length(1);
    expect(of("settled")).to.have.length(1);
  });

  test("injects faults of links, disks, clocks, the database and the cloud, and ends all that last", async () => {
    const between: [string, string] = ["Oslo", "Lima"];
    const [by, milliseconds] = ["nemesis", 60_000] as const;
    const lasting = [
      { do: "duplicate frames", between, chance: 1 },
      { do: "overtaking connections" },
      { do: "narrow network", charactersPerMillisecond: 100 },
      { do: "pause", cluster: "Lima" },
      { do: "disk trouble", cluster: "Lima", trouble: "full" },
      { do: "drift clock", cluster: "Lima", rate: 0.05 },
      { do: "refuse writes", reason: "read only" },
      { do: "cut transactions", when: "after the commit" },
      { do: "cloud error", action: "GetCallerIdentity", error: "Throttling" },
      { do: "slow service", service: "database", factor: 10 },
    ] as const;
    const { of, result } = await happened({
      ...two,
      services: { database: true, cloud: true },
      healAt: 10_000,
      actions: lasting.map((fault, index) => ({ at: 100 * index, by, milliseconds, ...fault })),
    });
    expect(of("fault").map((event) => (event.type === "fault" ? event.kind : ""))).to.deep.equal([
      "duplicate frames",
      "overtaking connections",
      "narrow network",
      "pause",
      "full disk",
      "drift",
      "read only",
      "cut after the commit",
      "Throttling",
      "slow host",
    ]);
    expect(of("heal")).to.have.length(lasting.length);
    expect(result.sometimes["frame arrived twice"]).to.be.above(0);
    expect(result.broken).to.deep.equal([]);
  });

  test("restarts a cluster that lost its disk with an empty store, and one that was sealed and rekeyed", async () => {
    const { result, of } = await happened({
      ...two,
      actions: [
        { at: 100, by: "operator", do: "rekey", cluster: "Oslo" },
        { at: 1_000, by: "operator", do: "seal", cluster: "Oslo" },
        { at: 2_000, by: "nemesis", do: "crash", cluster: "Oslo", milliseconds: 500 },
        { at: 3_000, by: "nemesis", do: "lose disk", cluster: "Lima" },
      ],
    });
    expect(result.sometimes).to.include({ rekeyed: 1, "disk lost": 1 });
    expect(of("settled")).to.have.length(1);
    expect(result.broken).to.deep.equal([]);
  });

  test("restarts a secondary of a rekeyed primary with the unseal key of the primary", async () => {
    const { result, of } = await happened({
      ...two,
      secondaries: [],
      actions: [
        { at: 100, by: "operator", do: "rekey", cluster: "Oslo" },
        { at: 1_000, by: "operator", do: "enable secondary", cluster: "Lima", of: "Oslo", id: "lima" },
        { at: 5_000, by: "nemesis", do: "crash", cluster: "Lima", milliseconds: 500 },
      ],
    });
    expect(of("start")).to.have.length(1);
    expect(result.verdict).to.equal("held");
  });

  test("reports a cluster that no key unseals as unsettled", async () => {
    const schedule: Schedule = {
      ...two,
      actions: [
        { at: 100, by: "operator", do: "rekey", cluster: "Lima" },
        { at: 3_000, by: "nemesis", do: "crash", cluster: "Lima", milliseconds: 500 },
      ],
    };
    await using world = await openCampaignWorld(schedule, []);
    const lost = await play({ ...world, noteUnsealKey() {} }, schedule);
    expect(lost.unsettled).to.equal("Lima is unknown, Oslo is the primary");
  });

  test("restarts a cluster that dies at a failpoint during its start", async () => {
    const { result, of } = await happened({
      ...two,
      actions: [
        { at: 1_000, by: "nemesis", do: "crash", cluster: "Lima", milliseconds: 60_000 },
        { at: 2_000, by: "nemesis", do: "crash at failpoint", cluster: "Lima", failpoint: "replication messages sent" },
      ],
    });
    expect(of("crash")).to.have.length(2);
    expect(of("settled")).to.have.length(1);
    expect(result.verdict).to.equal("held");
  });

  test("reports the phase of a world that never ends, and the world can be closed", async () => {
    const hangs = () => new Promise<never>(() => {});
    const broken: readonly [string, (world: CampaignWorld) => Partial<CampaignWorld>][] = [
      ["the workload, with the healing after it,", () => ({ start: hangs })],
      ["the quiet period", (world) => ({ settle: () => world.until(hangs()) })],
    ];
    for (const [part, change] of broken) {
      await using world = await openCampaignWorld(two, []);
      const { unsettled } = await play({ ...world, ...change(world) }, two);
      expect(unsettled).to.equal(`${part} does not end: it still runs after 1820 s of virtual time`);
    }
  });

  test("fences a primary that restarts with an older store, if a secondary has later entries", async () => {
    const write = { by: "Ada", do: "write", cluster: "Oslo", mount: "colours" } as const;
    const { events, result } = await happened({
      ...two,
      actions: [
        { at: 1_000, by: "operator", do: "back up", cluster: "Oslo" },
        { at: 3_000, ...write, key: "sky", value: "of the sky" },
        { at: 6_000, by: "operator", do: "restore backup", cluster: "Oslo" },
        { at: 12_000, by: "operator", do: "revoke secondary", cluster: "Oslo", id: "absent" },
      ],
    });
    const status = statusesOf(events, "Oslo").find(({ state }) => state === "fenced");
    expect(status?.outdated_store).to.include({ ahead: "lima" });
    expect(result.sometimes).to.include({ "older store restored": 1 });
  });

  test("fences a former primary that restarts with an older store", async () => {
    const update = { by: "operator", do: "update primary" } as const;
    const { events } = await happened({
      ...two,
      clusters: ["Oslo", "Lima", "Kyoto"],
      secondaries: ["Lima", "Kyoto"],
      healAt: 40_000,
      actions: [
        { at: 1_000, by: "operator", do: "demote", cluster: "Oslo" },
        { at: 1_500, by: "operator", do: "promote", cluster: "Lima", force: false },
        { at: 4_000, ...update, cluster: "Oslo", of: "Lima", id: "oslo-2" },
        { at: 5_000, ...update, cluster: "Kyoto", of: "Lima", id: "kyoto-2" },
        { at: 9_000, by: "operator", do: "back up", cluster: "Lima" },
        { at: 10_000, by: "operator", do: "demote", cluster: "Lima" },
        { at: 11_000, by: "operator", do: "promote", cluster: "Kyoto", force: false },
        { at: 14_000, ...update, cluster: "Oslo", of: "Kyoto", id: "oslo-3" },
        { at: 15_000, ...update, cluster: "Lima", of: "Kyoto", id: "lima-3" },
        { at: 20_000, by: "operator", do: "restore backup", cluster: "Lima" },
        { at: 26_000, by: "operator", do: "revoke secondary", cluster: "Lima", id: "absent" },
        { at: 27_000, by: "operator", do: "revoke secondary", cluster: "Kyoto", id: "absent" },
      ],
    });
    const roles = statusesOf(events, "Lima").map(({ mode, state }) => `${mode} ${state}`);
    expect(roles).to.include("primary fenced");
    expect(statusesOf(events, "Kyoto").some(({ state }) => state === "fenced")).to.equal(false);
  });

  test("makes the other cluster the primary in a planned failover", async () => {
    const { of, result } = await happened({
      ...two,
      actions: [
        { at: 1_000, by: "operator", do: "demote", cluster: "Oslo" },
        { at: 1_500, by: "operator", do: "promote", cluster: "Lima", force: false },
      ],
    });
    const roles = of("role").flatMap((event) => (event.type === "role" ? [`${event.cluster} ${event.role}`] : []));
    expect(roles).to.include("Lima primary");
    expect(result.sometimes).to.include({ "promoted without force": 1 });
    expect(result.verdict).to.equal("held");
  });

  test("crashes a cluster at the scheduled failpoint, and restarts it", async () => {
    const { of, result } = await happened({
      ...two,
      services: { database: true, cloud: false },
      actions: [
        { at: 0, by: "nemesis", do: "crash at failpoint", cluster: "Oslo", failpoint: "lease recorded" },
        { at: 100, by: "Ada", do: "get credentials", cluster: "Oslo" },
      ],
    });
    expect(of("crash")).to.have.length(1);
    expect(result.sometimes).to.include({ "crash at a failpoint": 1 });
  });
});
