import { suite, test } from "node:test";
import { expect } from "chai";
import { Exchanges } from "#harness/history/exchanges.ts";
import { recording } from "#harness/history/recorder.suite.ts";
import { recordedRequests } from "./recorded-requests.ts";

async function sent(body: string, { reply = "{}" }: Readonly<{ reply?: string }> = {}) {
  const { recorder, events } = recording(() => 0);
  const exchanges = new Exchanges({ recorder, now: () => 0, isOpen: true });
  const answer = { status: 200, headers: {}, body: reply, requestId: "" };
  const handle = recordedRequests(async () => answer, { exchanges, name: "Oslo", rootToken: "the root token" });
  const asked = { method: "POST", target: "/v1/secret/data/x", headers: {}, body, remoteAddress: "127.0.0.1" };
  const answered = await handle(asked);
  expect(answered).to.equal(answer);
  const [request, recordedAnswer] = events;
  return { request, answer: recordedAnswer };
}

const nested = (levels: number) => `{"data":${'{"a":'.repeat(levels - 1)}1${"}".repeat(levels)}`;

suite("recorded requests of any client", () => {
  test("contain the masked body and a digest of its data", async () => {
    const { request } = await sent('{"data":{"a":"secret text"}}');
    expect(request).to.deep.include({ type: "request", body: { data: { a: "•••" } } });
    expect(request).to.have.property("content");
  });

  for (const [claim, body] of [
    ["nested as deeply as a cluster takes", nested(5_000)],
    ["nested more deeply", nested(1_000_000)],
    ["of many values", `{"a":[${"1,".repeat(20_000)}1]}`],
    ["of one long text", `{"a":"${"x".repeat(100_000)}"}`],
    ["that is a long form", "x=y&".repeat(20_000)],
  ] as const) {
    test(`a body ${claim} is answered as usual and not recorded`, async () => {
      const { request, answer } = await sent(body);
      expect(request).to.include({ type: "request", path: "secret/data/x" });
      expect(request).to.not.have.any.keys("body", "content");
      expect(answer).to.deep.include({ type: "answer", status: 200 });
    });
  }

  test("an answer is recorded within the same limits as a body", async () => {
    const { answer } = await sent("", { reply: nested(5_000) });
    expect(answer).to.include({ type: "answer", status: 200 });
    expect(answer).to.not.have.any.keys("body", "content");
  });
});
