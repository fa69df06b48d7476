import { expect } from "chai";
import type { ApiReply } from "#harness/api/request.ts";

/** Asserts that a response is a refusal: status 400 to 599, without data, token, wrapped response or nonce. */
export function expectRefusal({ status, body }: ApiReply, what = "what is refused"): void {
  expect(status, what).to.be.within(400, 599);
  expect(body?.data ?? {}, what).to.deep.equal({});
  expect(body?.auth ?? null, what).to.equal(null);
  expect(body?.wrap_info ?? null, what).to.equal(null);
  expect(JSON.stringify(body), what).not.to.match(/"nonce"\s*:/);
}
