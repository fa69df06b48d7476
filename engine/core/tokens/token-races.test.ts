import { test } from "node:test";
import { expect } from "chai";
import { tokenLife } from "./token-ends.suite.ts";

/** Numbers of microtasks between two racing operations, up to more than either needs before its commit. */
const offsets = Array.from({ length: 40 }, (_, index) => index);

async function microtasks(count: number): Promise<void> {
  for (let passed = 0; passed < count; passed += 1) await Promise.resolve();
}

for (const isCached of [true, false]) {
  const parentIs = isCached ? "cached" : "only in the store";
  test(`no child is stored after its parent has ended, for any timing; the parent is ${parentIs}`, async () => {
    for (const offset of offsets) {
      const first = tokenLife();
      const parent = await first.make(null);
      const life = isCached ? first : tokenLife(first.store);
      const child = life.make(parent).catch(() => undefined);
      await microtasks(offset);
      await life.until(life.ends.end(parent, "ended"));
      await child;
      expect(await life.kinds(), `${offset} microtasks apart`).to.deep.equal({});
    }
  });

  test(`no token is stored again after it has ended, for any timing; the token is ${parentIs}`, async () => {
    for (const offset of offsets) {
      const first = tokenLife();
      const token = await first.make(null, { uses: 2 });
      const life = isCached ? first : tokenLife(first.store);
      const change = life.tokens.change(token.key, (found) => ({ ...found, uses: 1 }));
      await microtasks(offset);
      await life.until(life.ends.end(token, "ended"));
      await change;
      expect(await life.kinds(), `${offset} microtasks apart`).to.deep.equal({});
    }
  });
}
