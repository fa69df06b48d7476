import { suite, test } from "node:test";
import { expect } from "chai";
import type { ApiReply, ApiRequest } from "#harness/api/request.ts";
import { patient } from "./rate-limit.ts";

const read: ApiRequest = { method: "GET", path: "colours/sky" };

function served(after: number, headers: ApiReply["headers"] = {}, watch = { hasQuota: false }) {
  const waits: number[] = [];
  let calls = 0;
  const call = patient(
    async () => ({ status: ++calls > after ? 200 : 429, headers, body: undefined }),
    watch,
    async (milliseconds) => waits.push(milliseconds),
  );
  return { call, waits, calls: () => calls };
}

suite("a request that is refused with status 429", () => {
  test("is sent again after the time that the reply names, or a second", async () => {
    const named = served(2, { "retry-after": "3" });
    expect((await named.call(read)).status).to.equal(200);
    expect(named.waits).to.deep.equal([3000, 3000]);
    for (const headers of [{}, { "retry-after": "0" }, { "retry-after": "soon" }] as const) {
      const { call, waits } = served(1, headers);
      expect((await call(read)).status).to.equal(200);
      expect(waits).to.deep.equal([1000]);
    }
    const dated = served(1, { "retry-after": new Date(Date.now() + 10_000).toUTCString() });
    await dated.call(read);
    expect(dated.waits[0]).to.be.within(8_000, 10_000);
  });

  test("is returned if the waits would take more than a minute", async () => {
    const endless = served(Number.POSITIVE_INFINITY, { "retry-after": "7" });
    expect((await endless.call(read)).status).to.equal(429);
    expect(endless.calls()).to.equal(9);
    const long = served(1, { "retry-after": "3600" });
    expect((await long.call(read)).status).to.equal(429);
    expect(long.waits).to.deep.equal([]);
  });

  test("is returned at once if the scenario has written a quota", async () => {
    const { call, waits } = served(1);
    await call({ method: "GET", path: "sys/quotas/rate-limit/often" });
    expect(waits).to.deep.equal([1000]);
    const watch = { hasQuota: false };
    const [own, ofSecondary] = [0, 1].map(() => served(Number.POSITIVE_INFINITY, {}, watch));
    await own?.call({ method: "POST", path: "/sys/quotas/rate-limit/often", body: { rate: 1 } });
    for (const one of [own, ofSecondary]) {
      expect((await one?.call(read))?.status).to.equal(429);
      expect(one?.waits).to.deep.equal([]);
    }
  });
});
