import { describe, test } from "node:test";
import { expect } from "chai";
import { type Exchange, exchangesMediaType, judgedMediaType, parseExchanges } from "#harness/api/exchange.ts";
import type { ApiReply } from "#harness/api/request.ts";
import { ExchangeWatch } from "#harness/reports/exchange-watch.ts";
import type { StageCluster } from "#harness/stages/stage.ts";

function watched(
  answer: (path: string) => Promise<ApiReply> = async () => ({ status: 204, headers: {}, body: undefined }),
) {
  const attached: Readonly<{ body: string; mediaType: string }>[] = [];
  const watch = new ExchangeWatch({ attach: (body, mediaType) => attached.push({ body, mediaType }), now: () => 0 });
  const cluster: StageCluster = {
    ...{ name: "Oslo", api: "http://oslo.test", link: "ws://oslo.test", rootToken: "root" },
    call: ({ path }) => answer(path),
    restart: async () => {},
    crashAt: async () => {},
  };
  const of = (type: string) => attached.filter(({ mediaType }) => mediaType === type).map(({ body }) => body);
  const exchanges = () => of(exchangesMediaType).flatMap((body): readonly Exchange[] => parseExchanges(body) ?? []);
  const judged = () => exchanges().find(({ number }) => number === Number(of(judgedMediaType).at(-1)))?.path;
  return { watch, cluster: watch.over(cluster), attached, exchanges, judged };
}

const get = (path: string) => ({ method: "GET", path, token: "root" }) as const;

describe("the exchange that a failed step judged", () => {
  test("is the exchange whose response was read last, even if later requests were sent", async () => {
    const { watch, cluster, judged } = watched();
    const first = await cluster.call(get("first"));
    const second = await cluster.call(get("second"));
    expect(second.status).to.equal(204);
    expect(first.status).to.equal(204);
    await cluster.call(get("third"));
    watch.failed(new Error("no"));
    expect(judged()).to.equal("first");
  });

  test("is the request without a response, with the reason", async () => {
    const { watch, cluster, judged, exchanges } = watched(async (path) => {
      if (path === "lost") throw new Error("the request failed", { cause: new Error("the connection broke") });
      return { status: 200, headers: {}, body: {} };
    });
    expect((await cluster.call(get("found"))).status).to.equal(200);
    const error = await cluster.call(get("lost")).catch((reason: unknown) => reason);
    watch.failed(error);
    expect(judged()).to.equal("lost");
    expect(exchanges().at(-1)).to.include({
      status: null,
      responseBody: "Error: the request failed: Error: the connection broke",
    });
  });

  test("may have been sent by an earlier step", async () => {
    const { watch, cluster, judged } = watched();
    const asked = await cluster.call(get("asked"));
    watch.begin();
    expect(asked.status).to.equal(204);
    watch.failed(new Error("no"));
    expect(judged()).to.equal("asked");
  });

  test("does not exist if the step read no response", async () => {
    const { watch, cluster, judged } = watched();
    expect((await cluster.call(get("before"))).status).to.equal(204);
    watch.begin();
    watch.failed(new Error("the database refuses"));
    expect(judged()).to.equal(undefined);
  });

  test("is not a request of another step that fails meanwhile", async () => {
    const { promise, reject } = Promise.withResolvers<ApiReply>();
    const { watch, cluster, judged } = watched(() => promise);
    const lost = cluster.call(get("lost")).catch(() => undefined);
    watch.begin();
    reject(new Error("the cluster was killed"));
    await lost;
    watch.failed(new Error("no"));
    expect(judged()).to.equal(undefined);
  });
});

describe("exchanges are attached together", () => {
  test("when their step ends", async () => {
    const { watch, cluster, attached } = watched();
    watch.begin();
    await cluster.call(get("first"));
    await cluster.call(get("second"));
    expect(attached).to.deep.equal([]);
    watch.end();
    watch.end();
    expect(attached.map(({ body }) => parseExchanges(body)?.map(({ path }) => path))).to.deep.equal([
      ["first", "second"],
    ]);
  });

  test("within 500 ms if their step hangs; exchanges that end between steps, with the next step", async (context) => {
    context.mock.timers.enable({ apis: ["setTimeout"] });
    const { watch, cluster, attached } = watched();
    watch.begin();
    await cluster.call(get("asked"));
    context.mock.timers.tick(1000);
    expect(attached).to.have.lengthOf(1);
    watch.end();
    await cluster.call(get("late"));
    context.mock.timers.tick(1000);
    expect(attached).to.have.lengthOf(1);
    watch.begin();
    watch.end();
    expect(attached).to.have.lengthOf(2);
  });
});
