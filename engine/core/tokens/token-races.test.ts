import { test } from "node:test";
import { expect } from "chai";
import { tokenLife } from "./token-ends.suite.ts";

/** Turns of the microtask queue that lie between the two tasks of a race: more than either takes until its commit. */
const offsets = Array.from({ length: 40 }, (_, index) => index);

async function microtasks(count: number): Promise<void> {
  for (let passed = 0; passed < count; passed += 1) await Promise.resolve();
}

for (const isMet of [true, false]) {
  const parentIs = isMet ? "in memory" : "only in the store";
  test(`no child is written behind its parent's end, whenever that comes; the parent is ${parentIs}`, async () => {
    for (const offset of offsets) {
      const first = tokenLife();
      const parent = await first.make(null);
      const life = isMet ? first : tokenLife(first.store);
      const child = life.make(parent).catch(() => undefined);
      await microtasks(offset);
      await life.until(life.ends.end(parent, "ended"));
      await child;
      expect(await life.kinds(), `${offset} microtasks apart`).to.deep.equal({});
    }
  });

  test(`no token is written again behind its end, whenever that comes; it is ${parentIs}`, async () => {
    for (const offset of offsets) {
      const first = tokenLife();
      const token = await first.make(null, { uses: 2 });
      const life = isMet ? first : tokenLife(first.store);
      const change = life.tokens.change(token.key, (found) => ({ ...found, uses: 1 }));
      await microtasks(offset);
      await life.until(life.ends.end(token, "ended"));
      await change;
      expect(await life.kinds(), `${offset} microtasks apart`).to.deep.equal({});
    }
  });
}
