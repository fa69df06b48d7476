import { createHash } from "node:crypto";
import { test } from "node:test";
import { expect } from "chai";
import { cryptographyForTests } from "../../ports/cryptography-for-tests.suite.ts";
import type { Ports } from "../../ports/ports.ts";
import { memoryStore } from "../../stores/memory-store.ts";
import type { OpenMount } from "../mounts/open-mount.ts";
import { partStorage } from "../storage/part-storage.ts";
import { EventLoopClock } from "../time/event-loop-clock.suite.ts";
import { LeaseLife } from "./lease-life.ts";

async function fixture({ server }: Readonly<{ server?: string }> = {}) {
  const store = memoryStore();
  const clock = new EventLoopClock(1_767_225_600_000);
  let draws = 0;
  const ended: string[] = [];
  const state = { underWay: 0, most: 0, refuses: (_: string) => false };
  const writePath = {
    isPrimary: () => true,
    commit: (_: string, changes: Parameters<typeof store.commit>[0]) => store.commit(changes),
    forward: () => Promise.reject(new Error("there is no primary")),
  };
  const storage = partStorage({ mount: "", namespace: "root", local: false }, { store, writePath });
  const entropy = {
    bytes: (count: number) => createHash("sha512").update(String(draws++)).digest().subarray(0, count),
  };
  const mountOf = (uuid: string) =>
    ({
      namespace: { id: "root", uuid: "root", path: "", metadata: {} },
      mount: { uuid, kind: "secret", path: "things/" },
      context: { leaseLimits: () => ({ defaultSeconds: 3600, maxSeconds: 86_400 }) },
      type: {
        leases: {
          async revoke({ name }: { name: string }) {
            state.underWay += 1;
            state.most = Math.max(state.most, state.underWay);
            await undefined;
            state.underWay -= 1;
            if (state.refuses(name)) throw new Error("not now");
            ended.push(name);
          },
          ...(server === undefined ? {} : { server: () => server }),
          terms: async () => ({ ttlSeconds: 0, maxTtlSeconds: 0 }),
          extend: async () => {},
        },
      },
    }) as unknown as OpenMount;
  const mounts = new Map([mountOf("old"), mountOf("new")].map((open) => [open.mount.uuid, open]));
  const log = { info() {}, warn() {}, error() {} };
  const ports = { store, clock, entropy, log, cryptography: cryptographyForTests } as unknown as Ports;
  const life = new LeaseLife({ storage, ports, mounts: { byUuid: (uuid) => mounts.get(uuid) } });
  await life.resume();
  let count = 0;
  const grant = async ({ mount = "old", token = "root", lastsUntil = null as number | null } = {}) => {
    const lease = await life.grant(mounts.get(mount) as OpenMount, token, {
      path: "creds/app",
      ttlSeconds: 0,
      maxTtlSeconds: 0,
      internal: { name: `${mount} ${count++}` },
      lastsUntil,
    });
    await life.confirm(lease.id);
    return lease;
  };
  const keys = async (prefix: string) =>
    (await store.range({ prefix: `local/core/${prefix}`, keysOnly: true })).map(([key]) =>
      key.slice("local/core/".length),
    );
  const during = <T>(promise: Promise<T>) => clock.until(promise);
  return { store, clock, life, ended, state, grant, keys, during };
}

test("three thousand leases of a token end in pages, 128 at a time, and other work runs in between", async () => {
  const { clock, life, ended, state, grant, keys, during } = await fixture();
  for (let lease = 0; lease < 3000; lease++) await grant({ token: "busy" });
  await grant({ token: "other" });
  let turns = 0;
  const turn = () => {
    turns += 1;
    if (ended.length < 3000) clock.at(clock.now(), turn);
  };
  turn();
  await during(life.revokeOfToken("busy"));
  await clock.moveTo(clock.now());
  expect(ended).to.have.length(3000);
  expect(state.most).to.equal(128);
  expect(turns).to.be.above(20);
  expect(await keys("lease/")).to.have.length(1);
  expect(await keys("lease-end/")).to.have.length(1);
  expect(await keys("lease-of/")).to.have.length(1);
});

test("leases that a token's revocation has expired are revoked after a restart", async () => {
  const { clock, life, ended, grant, during } = await fixture();
  for (let lease = 0; lease < 300; lease++) await grant({ token: "busy" });
  const over = life.revokeOfToken("busy");
  life.stop();
  await during(over);
  expect(ended).to.deep.equal([]);
  await life.resume();
  await clock.moveTo(clock.now());
  expect(ended).to.have.length(300);
});

test("the leases of a mount end, but not those of the mount that took its path", async () => {
  const { clock, life, ended, grant, during } = await fixture();
  await grant({ mount: "old" });
  await grant({ mount: "new" });
  await grant({ mount: "old" });
  await during(life.many.expireOfMount("old", "things/"));
  await clock.moveTo(clock.now());
  expect(ended.toSorted()).to.deep.equal(["old 0", "old 2"]);
});

test("leases are counted up to the requested maximum", async () => {
  const { life, grant, during } = await fixture();
  for (let lease = 0; lease < 20; lease++) await grant();
  expect(await during(life.countBelow("things/", 7))).to.equal(7);
  expect(await during(life.countBelow("things/", 100))).to.equal(20);
  expect(await during(life.countBelow("thing", 100))).to.equal(20);
  expect(await during(life.countBelow("other/", 100))).to.equal(0);
});

test("revoking a prefix stops at a refusal, and a second attempt revokes the rest", async () => {
  const { life, ended, state, grant, keys, during } = await fixture();
  for (let lease = 0; lease < 300; lease++) await grant();
  const [, , third] = (await keys("lease/")).map((key) => key.slice("lease/".length));
  const { internal } = (await life.find(third ?? "")) ?? {};
  state.refuses = (name) => name === internal?.name;
  const refusal = await during(life.many.revokeBelow("things/").catch((problem: Error) => problem.message));
  expect(refusal).to.match(
    new RegExp(`^failed to revoke "${third}" \\(3 / 300\\): failed to revoke entry: .*: not now$`),
  );
  expect(ended).to.have.length(127);
  state.refuses = () => false;
  await during(life.many.revokeBelow("things/"));
  expect(ended).to.have.length(300);
});

test("a tidy ends the leases of missing tokens and no others", async () => {
  const { clock, life, ended, grant, during } = await fixture();
  await grant({ token: "gone" });
  await grant({ token: "there" });
  await grant({ token: "" });
  const result = await during(life.many.tidy(async (start) => start === "there"));
  await clock.moveTo(clock.now());
  expect(ended).to.deep.equal(["old 0"]);
  expect(result).to.deep.equal({ leases: 3, repaired: 1 });
});

test("a tidy restores missing index entries and removes those without a lease", async () => {
  const { store, clock, life, ended, grant, keys, during } = await fixture();
  await grant({ token: "there" });
  const lost = [...(await keys("lease-end/")), ...(await keys("lease-of/"))];
  await store.commit([
    ...lost.map((key) => ({ key: `local/core/${key}`, value: null })),
    { key: "local/core/lease-of/there/things/creds/app/none", value: "" },
  ]);
  expect(await during(life.many.tidy(async () => true))).to.deep.equal({ leases: 1, repaired: 2 });
  expect([...(await keys("lease-end/")), ...(await keys("lease-of/"))]).to.deep.equal(lost);
  expect(await during(life.many.tidy(async () => true))).to.deep.equal({ leases: 1, repaired: 0 });
  await clock.moveTo(clock.now() + 3600_000);
  expect(ended).to.deep.equal(["old 0"]);
});

test("a wrong entry of the expiry queue ends no lease and is removed", async () => {
  const { store, clock, ended, grant, keys } = await fixture();
  await grant({ lastsUntil: null });
  const [right = ""] = await keys("lease-end/");
  const wrong = right.replace(/\/\w{9}\//, `/${(clock.now() + 60_000).toString(36).padStart(9, "0")}/`);
  await store.commit([{ key: `local/core/${wrong}`, value: "" }]);
  await clock.moveTo(clock.now() + 1_800_000);
  await grant({ lastsUntil: clock.now() + 60_000 });
  await clock.moveTo(clock.now() + 60_000);
  expect(ended).to.deep.equal(["old 1"]);
  expect(await keys("lease-end/")).to.deep.equal([right]);
});

test("leases of one server have a lane of their own, and leases without a lane also end", async () => {
  const { store, clock, life, ended, grant, keys } = await fixture({ server: "a/b ü" });
  await grant();
  const [laned = ""] = await keys("lease-lane/");
  expect(laned).to.match(/^lease-lane\/old\.a%2Fb%20%C3%BC\/\w{9}\/things\/creds\/app\/\w{24}$/);
  const unlaned = laned.replace(/^lease-lane\/[^/]+/, "lease-end");
  await store.commit([laned, unlaned].map((key) => ({ key: `local/core/${key}`, value: key === laned ? null : "" })));
  await life.resume();
  await clock.moveTo(clock.now() + 3_600_000);
  expect(ended).to.deep.equal(["old 0"]);
  expect(await keys("lease-")).to.deep.equal([]);
  expect(await keys("lease/")).to.deep.equal([]);
});

test("a lease of a batch token expires no later than the token, without a warning, even if it is renewed", async () => {
  const { clock, life, grant } = await fixture();
  const lease = await grant({ lastsUntil: clock.now() + 1_800_000 });
  expect(lease).to.deep.include({ seconds: 1800, warnings: [] });
  await clock.moveTo(clock.now() + 600_000);
  expect(await life.renew(lease.id, 3600)).to.deep.include({ seconds: 1200, warnings: [] });
});

test("a lease is stored without default values and under at most three keys", async () => {
  const { store, grant, keys } = await fixture();
  await grant({ token: "x".repeat(64) });
  const [id = ""] = await keys("lease/");
  expect(await keys("")).to.deep.equal([
    id.replace("lease/", `lease-end/${(1_767_229_200_000).toString(36).padStart(9, "0")}/`),
    id.replace("lease/", `lease-of/${"x".repeat(16)}/`),
    id,
  ]);
  expect(JSON.parse((await store.read(`local/core/${id}`)) ?? "")).to.deep.equal({
    mount: "old",
    token: "x".repeat(16),
    from: 1_767_225_600_000,
    to: 1_767_229_200_000,
    keep: { name: "old 0" },
  });
});
