import { test } from "node:test";
import { expect } from "chai";
import type { Clock } from "../../ports/clock.ts";
import type { Store } from "../../ports/store.ts";
import { memoryStore } from "../../stores/memory-store.ts";
import type { Token } from "./token.ts";
import { tokenLife } from "./token-ends.suite.ts";

type Life = ReturnType<typeof tokenLife>;

const shapes = {
  "one after the other": (made: number) => made - 1,
  "all of one parent": () => 0,
  "two of each": (made: number) => Math.floor((made - 1) / 2),
  "a long line with one child each": (made: number) => (made % 2 === 1 ? Math.max(0, made - 2) : made - 1),
} as const;

async function tree(life: Life, count: number, parentOf: (made: number) => number): Promise<readonly Token[]> {
  const all = [await life.make(null)];
  while (all.length < count) all.push(await life.make(all[parentOf(all.length)] ?? null));
  return all;
}

/** Creates a store that refuses commits from some point on, as after a crash. */
function crashableStore() {
  const store = memoryStore();
  let left = Number.POSITIVE_INFINITY;
  let largest = 0;
  const crashable: Store = {
    ...store,
    async commit(batch) {
      largest = Math.max(largest, batch.length);
      if (left <= 0) throw new Error("killed");
      left -= 1;
      return store.commit(batch);
    },
  };
  return {
    store: crashable,
    survivor: store,
    dieAfter: (commits: number) => {
      left = commits;
    },
    largest: () => largest,
  };
}

function countedStore() {
  const store = memoryStore();
  let count = 0;
  let longest = 0;
  const counted = <Arguments extends unknown[], Result>(call: (...given: Arguments) => Result) => {
    return (...given: Arguments): Result => {
      count += 1;
      longest = Math.max(longest, count);
      return call(...given);
    };
  };
  const { read, range, commit } = store;
  return {
    store: { read: counted(read), range: counted(range), commit: counted(commit) } satisfies Store,
    turns: {
      watch(clock: Clock) {
        const at = clock.at.bind(clock);
        clock.at = (when, run) => {
          count = 0;
          return at(when, run);
        };
        count = 0;
        longest = 0;
      },
      longest: () => longest,
    },
  };
}

for (const [shape, parentOf] of Object.entries(shapes)) {
  test(`a tree of 2,000 tokens, ${shape}, is invalid at once and removed in bounded batches`, async () => {
    const { store, largest } = crashableStore();
    const life = tokenLife(store);
    const bystander = await life.make(null);
    const all = await tree(life, 2000, parentOf);
    const end = life.ends.end(all[0] as Token, "ended");
    const alive = await life.until(
      Promise.all([all[0], all[1], all[999], all[1999]].map((token) => life.holds(token as Token))),
    );
    expect(alive).to.deep.equal([false, false, false, false]);
    await life.until(end);
    expect(await life.kinds()).to.deep.equal({ token: 1 });
    expect([...life.settled].sort()).to.deep.equal(all.map(({ key }) => key).sort());
    expect(await life.holds(bystander)).to.equal(true);
    expect(largest()).to.be.lessThan(256 * 6);
  });

  test(`after a crash in the middle of a tree, ${shape}, no revoked token is valid, and a restart removes the rest`, async () => {
    for (const commits of [0, 1, 2, 3, 5]) {
      const { store, survivor, dieAfter } = crashableStore();
      const first = tokenLife(store);
      const bystander = await first.make(null);
      const all = await tree(first, 900, parentOf);
      dieAfter(commits);
      await first.until(first.ends.end(all[0] as Token, "ended").catch(() => undefined));
      first.ends.stop();
      const next = tokenLife(survivor);
      await next.ends.resume();
      const alive = await next.until(Promise.all(all.map(next.holds)));
      expect(new Set(alive)).to.deep.equal(new Set([commits === 0]));
      await next.clock.moveTo(next.clock.now());
      const left = commits === 0 ? 901 : 1;
      expect((await next.kinds()).token).to.equal(left);
      if (left === 1) expect(await next.kinds()).to.deep.equal({ token: 1 });
      expect(await next.holds(bystander)).to.equal(true);
    }
  });
}

for (const [shape, parentOf] of Object.entries(shapes)) {
  test(`while 2,000 tokens end, ${shape}, other requests run after a few hundred store operations`, async () => {
    const { store, turns } = countedStore();
    const life = tokenLife(store);
    const all = await tree(life, 2000, parentOf);
    turns.watch(life.clock);
    await life.until(life.ends.end(all[0] as Token, "ended"));
    expect(await life.kinds()).to.deep.equal({});
    expect(turns.longest()).to.be.below(350);
  });
}

test("a failed cleanup is retried until nothing is left", async () => {
  const life = tokenLife();
  const all = await tree(life, 600, shapes["two of each"]);
  let failures = 2;
  life.fail(({ key }) => key === all[300]?.key && failures-- > 0);
  const refusal = await life.until(life.ends.end(all[0] as Token, "ended").catch((error: Error) => error.message));
  expect(refusal).to.equal("not now");
  expect(new Set(await life.until(Promise.all(all.map(life.holds))))).to.deep.equal(new Set([false]));
  for (let times = 0; times < 2; times += 1) await life.clock.moveTo(life.clock.now() + 10_000);
  expect(await life.kinds()).to.deep.equal({});
});

test("a token that cannot be removed stays valid", async () => {
  const { store, dieAfter } = crashableStore();
  const life = tokenLife(store);
  const parent = await life.make(null);
  const child = await life.make(parent);
  dieAfter(0);
  await life.ends.end(parent, "ended").catch(() => undefined);
  expect([await life.holds(parent), await life.holds(child)]).to.deep.equal([true, true]);
});

test("after a crash during their release, children are valid after the restart and become orphans", async () => {
  for (const commits of [1, 2, 100]) {
    const { store, survivor, dieAfter } = crashableStore();
    const first = tokenLife(store);
    const parent = await first.make(null);
    const children = await Promise.all(Array.from({ length: 300 }, () => first.make(parent)));
    const grandchild = await first.make(children[7] ?? null);
    dieAfter(commits);
    await first.until(first.ends.end(parent, "released").catch(() => undefined));
    first.ends.stop();
    const next = tokenLife(survivor);
    await next.ends.resume();
    const alive = await next.until(Promise.all([parent, grandchild, ...children].map(next.holds)));
    expect(alive).to.deep.equal([false, ...Array.from({ length: 301 }, () => true)]);
    await next.clock.moveTo(next.clock.now());
    expect(await next.kinds()).to.deep.equal({ token: 301, "token-child": 1 });
    expect((await next.tokens.find(children[7]?.key ?? ""))?.parent).to.equal(null);
  }
});

test("a child is invalid from the moment its parent expires, before the child is removed", async () => {
  const life = tokenLife();
  const parent = await life.make(null, { expiresAt: 5000 });
  const child = await life.make(await life.make(parent));
  expect(await life.holds(child)).to.equal(true);
  await life.clock.moveTo(4999);
  expect(await life.holds(child)).to.equal(true);
  await life.clock.moveTo(5000);
  expect(await life.holds(child)).to.equal(false);
});

test("a child created while its ancestors end is refused or ends with them", async () => {
  const life = tokenLife();
  const all = await tree(life, 50, shapes["one after the other"]);
  const made: Promise<Token | undefined>[] = [];
  const bear = () => made.push(...all.map((parent) => life.make(parent).catch(() => undefined)));
  bear();
  const end = life.ends.end(all[0] as Token, "ended");
  bear();
  await life.until(end);
  bear();
  const children = await life.until(Promise.all(made));
  expect(children.filter(Boolean).length).to.be.within(1, 50);
  expect(await life.kinds()).to.deep.equal({});
});

test("a tidy removes entries without a token and ends invalid tokens, but no others", async () => {
  const life = tokenLife();
  const kept = await life.make(null, { expiresAt: 5_000_000 });
  const child = await life.make(kept);
  const lost = await life.make(null);
  const orphaned = await life.make(lost);
  const over = await life.make(null, { expiresAt: 10 });
  const used = await life.make(null, { uses: "last" });
  const commit = (key: string, value: string | null) => life.store.commit([{ key: `local/core/${key}`, value }]);
  await commit(`token/${lost.key}`, null);
  await commit("token-child/absent/nothing", "");
  const next = tokenLife(life.store);
  expect([next.tidy.begin(), next.tidy.begin()]).to.deep.equal([true, false]);
  await next.clock.moveTo(1000);
  for (const token of [lost, orphaned, over, used]) expect(await next.tokens.find(token.key)).to.equal(undefined);
  expect([await next.holds(kept), await next.holds(child)]).to.deep.equal([true, true]);
  expect(await next.kinds()).to.deep.equal({ token: 2, "token-child": 1, "token-expiry": 1 });
  expect(next.tidy.begin()).to.equal(true);
});
