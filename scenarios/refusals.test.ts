import { test } from "node:test";
import { expect } from "chai";
import type { ApiReply, ApiRequest } from "#harness/api/request.ts";
import { Refusals } from "./refusals.ts";

const write: ApiRequest = { method: "POST", path: "colours/sky", body: { value: "red" } };

function cluster(status: number, ...values: readonly string[]) {
  const asked: string[] = [];
  const left = [...values];
  return {
    asked,
    async ask({ method, path, token }: ApiRequest): Promise<ApiReply> {
      asked.push(`${method} ${path}${token === undefined ? "" : ` as ${token}`}`);
      const isRead = method === "GET";
      return {
        status: isRead ? 200 : status,
        headers: {},
        body: isRead ? { data: { [path.includes("-creds") ? "ttl" : "value"]: left.shift() } } : undefined,
      };
    },
  };
}

const refusals = () => new Refusals((name) => `root of ${name}`);

test("a write that is refused is looked up before and after it, with the cluster's own root token", async () => {
  const [watched, oslo] = [refusals(), cluster(403, "blue", "blue")];
  await watched.over("Oslo", oslo.ask, { ...write, token: "Bob's" });
  expect(oslo.asked).to.deep.equal([
    "GET colours/sky as root of Oslo",
    "POST colours/sky as Bob's",
    "GET colours/sky as root of Oslo",
  ]);
  expect([watched.count, watched.broken]).to.deep.equal([1, []]);
});

test("a write that is refused and holds all the same is a broken refusal, whatever its status", async () => {
  const [watched, oslo] = [refusals(), cluster(500, "blue", "red")];
  await watched.over("Oslo", oslo.ask, write);
  expect(watched.broken.map(({ what }) => what)).to.deep.equal(["POST colours/sky in Oslo"]);
});

test("a TTL that becomes less is no change", async () => {
  const [watched, oslo] = [refusals(), cluster(405, "60", "59")];
  await watched.over("Oslo", oslo.ask, { method: "POST", path: "database/static-creds/app" });
  expect([watched.count, watched.broken]).to.deep.equal([1, []]);
});

test("a write that succeeds is no refusal, and a read is not looked up", async () => {
  const [watched, oslo] = [refusals(), cluster(204, "blue", "red")];
  await watched.over("Oslo", oslo.ask, write);
  await watched.over("Oslo", oslo.ask, { method: "GET", path: "colours/sky" });
  expect([watched.count, oslo.asked.length]).to.deep.equal([0, 3]);
});

test("of replication it is looked up what part the cluster has", async () => {
  const [watched, oslo] = [refusals(), cluster(400, "a", "b")];
  await watched.over("Oslo", oslo.ask, { method: "POST", path: "sys/replication/performance/secondary/promote" });
  expect(oslo.asked[0]).to.equal("GET sys/replication/performance/status as root of Oslo");
  expect(watched.broken).to.deep.equal([]);
});
