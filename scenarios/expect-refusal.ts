import { expect } from "chai";
import type { ApiReply } from "#harness/api/request.ts";

/**
 * Claims that an answer is a refusal: any 4xx or 5xx, for the documents leave the codes open, with nothing given out. That nothing has
 * changed is looked up by the world (`refusals.ts`), and that it was no internal error of a cluster of ours by every step (`foreseen.ts`).
 */
export function expectRefusal({ status, body }: ApiReply, what = "what is refused"): void {
  expect(status, what).to.be.within(400, 599);
  expect(body?.data ?? {}, what).to.deep.equal({});
  expect(body?.auth ?? null, what).to.equal(null);
  expect(body?.wrap_info ?? null, what).to.equal(null);
}
