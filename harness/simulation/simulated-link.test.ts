import { suite, test } from "node:test";
import { expect } from "chai";
import { linkSuite } from "#engine/ports/link.suite.ts";
import { recording } from "#harness/history/recorder.suite.ts";
import { Network } from "./network.ts";
import { random } from "./random.ts";
import { Scheduler } from "./scheduler.ts";
import { addressesOf } from "./simulated-cluster.ts";
import { type Peer, simulatedLink } from "./simulated-link.ts";

const nowhere = { clusterAddress: "ws://nowhere.simulated:8201", apiAddress: "http://nowhere.simulated:8200" };

function aNetwork(seed: number) {
  const scheduler = new Scheduler();
  const { recorder } = recording(() => scheduler.exactNow());
  return { scheduler, network: new Network({ scheduler, random: random(seed, "network"), recorder }) };
}

// Each seed gives another order of arrivals.
for (const seed of [1, 2, 3, 4, 5]) {
  linkSuite(`simulated, seed ${seed}`, async () => {
    const { scheduler, network } = aNetwork(seed);
    let count = 0;
    return {
      nowhere,
      until: (wait) => scheduler.until(wait),
      async open(accept) {
        count += 1;
        const addresses = addressesOf(`cluster-${count}`);
        network.listen(addresses.link, { host: addresses.host, accept });
        return simulatedLink({ addresses, network, scheduler, peerAt: () => undefined });
      },
      async [Symbol.asyncDispose]() {},
    };
  });
}

suite("a call over a simulated link", () => {
  const oslo = addressesOf("Oslo");
  const lima = addressesOf("Lima");

  function calling(handle: Peer["handle"]) {
    const { scheduler, network } = aNetwork(1);
    const peerAt = (api: string) => (api === lima.api ? { host: lima.host, handle } : undefined);
    const link = simulatedLink({ addresses: oslo, network, scheduler, peerAt });
    const call = () =>
      link.call({
        apiAddress: lima.api,
        method: "POST",
        target: "/v1/x?y=1",
        token: "hush",
        body: "{}",
        timeoutMilliseconds: 500,
      });
    const failure = () => scheduler.until(call().then(String, (error: Error) => error.message));
    return { scheduler, network, call, failure };
  }

  test("sends token and body to the other cluster's API and returns the answer", async () => {
    const { scheduler, call } = calling(async ({ method, target, headers, body }) => ({
      status: 400,
      headers: {},
      body: [method, target, headers["x-vault-token"], body].join(" "),
    }));
    expect(await scheduler.until(call())).to.deep.equal({ status: 400, body: "POST /v1/x?y=1 hush {}" });
  });

  test("fails after its timeout", async () => {
    const { scheduler, failure } = calling(() => new Promise(() => {}));
    expect(await failure()).to.equal(`no answer from ${lima.api}: nothing within 500 ms`);
    expect(scheduler.elapsed()).to.equal(500);
  });

  test("fails when the other cluster dies during it", async () => {
    const { scheduler, failure } = calling(async () => Promise.reject(new Error("Lima was killed")));
    expect(await failure()).to.equal(`no answer from ${lima.api}: the connection broke`);
    expect(scheduler.elapsed()).to.be.below(100);
  });

  test("fails when the path is partitioned, even only for the answer", async () => {
    const before = calling(() => expect.fail("nothing arrives"));
    before.network.partition(oslo.host, lima.host);
    expect(await before.failure()).to.equal(`no answer from ${lima.api}: it is unreachable`);

    const between = calling(async () => {
      between.network.partition(oslo.host, lima.host);
      return { status: 200, headers: {}, body: "" };
    });
    expect(await between.failure()).to.equal(`no answer from ${lima.api}: it is unreachable`);
  });
});
