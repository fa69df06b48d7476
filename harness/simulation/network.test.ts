import { suite, test } from "node:test";
import { expect } from "chai";
import { credentialsForTests } from "#engine/ports/credentials-for-tests.suite.ts";
import type { Wire } from "#engine/ports/link.ts";
import { recording } from "#harness/history/recorder.suite.ts";
import { Network } from "./network.ts";
import { random } from "./random.ts";
import { Scheduler } from "./scheduler.ts";

const address = "wss://lima.simulated:8201";

const longEnough = 100;

function aNetwork(seed = 1) {
  const scheduler = new Scheduler();
  const { recorder } = recording(() => scheduler.exactNow());
  const network = new Network({ scheduler, random: random(seed, "network"), recorder });
  return { scheduler, network, settle: () => scheduler.pass(longEnough) };
}

function listening(calls: string[] = []) {
  return {
    calls,
    opened: () => void calls.push("opened"),
    received: (frame: string) => void calls.push(frame),
    closed: (reason: string) => void calls.push(`closed: ${reason}`),
  };
}

function dialled(network: Network, from = "oslo") {
  const far: { wire?: Wire; calls: string[] } = { calls: [] };
  network.serveAs("lima", credentialsForTests.lima);
  network.listen(address, {
    host: "lima",
    accept(wire) {
      far.wire = wire;
      return listening(far.calls);
    },
  });
  const near = listening();
  return { wire: network.dial({ from, credentials: credentialsForTests.oslo }, address, near), near, far };
}

suite("messages", () => {
  test("keep their order on one path, but not across paths", async () => {
    const { scheduler, network, settle } = aNetwork();
    const sent: string[] = [];
    const arrived: string[] = [];
    for (let count = 0; count < 300; count++) {
      for (const to of ["lima", "kyoto"]) {
        const name = `${to} ${count}`;
        sent.push(name);
        network.carry({ from: "oslo", to, kind: "x", content: "", deliver: () => void arrived.push(name) });
      }
      await scheduler.pass(0.3);
    }
    await settle();
    for (const to of ["lima", "kyoto"]) {
      const sentThere = sent.filter((name) => name.startsWith(to));
      expect(arrived.filter((name) => name.startsWith(to))).to.deep.equal(sentThere);
    }
    expect(arrived).to.not.deep.equal(sent);
  });

  test("are lost both ways while the path is partitioned, and arrive again after the healing", async () => {
    const { network, settle } = aNetwork();
    const seen: string[] = [];
    const carry = (from: string, to: string) =>
      network.carry({
        from,
        to,
        kind: "x",
        content: "",
        deliver: () => void seen.push(`${from}>${to}`),
        lose: () => void seen.push(`${from}>${to} lost`),
      });
    carry("oslo", "lima");
    network.partition("lima", "oslo");
    carry("lima", "oslo");
    carry("oslo", "kyoto");
    await settle();
    expect(seen.toSorted()).to.deep.equal(["lima>oslo lost", "oslo>kyoto", "oslo>lima lost"]);
    network.heal("oslo", "lima");
    carry("oslo", "lima");
    await settle();
    expect(seen.at(-1)).to.equal("oslo>lima");
  });
});

test("a narrow link limits the characters per second between two hosts until it is healed", async () => {
  const { scheduler, network } = aNetwork();
  const seconds: Record<string, number> = {};
  const carry = (from: string, to: string, length: number) => {
    const began = scheduler.elapsed();
    const deliver = () => {
      seconds[`${from}>${to}`] = Math.round((scheduler.elapsed() - began) / 100) / 10;
    };
    network.carry({ from, to, kind: "x", content: "x".repeat(length), deliver });
  };
  network.narrowBetween("oslo", "lima", 10_000);
  carry("oslo", "lima", 20_000);
  carry("lima", "oslo", 50_000);
  carry("oslo", "kyoto", 1_000_000);
  await scheduler.pass(6000);
  expect(seconds).to.deep.equal({ "oslo>lima": 2, "lima>oslo": 5, "oslo>kyoto": 0 });
  carry("oslo", "lima", 10_000);
  await scheduler.pass(500);
  carry("oslo", "lima", 10_000);
  await scheduler.pass(2500);
  expect(seconds["oslo>lima"], "the second message waits for the first").to.equal(1.5);
  network.heal("lima", "oslo");
  carry("oslo", "lima", 1_000_000);
  await scheduler.pass(100);
  expect(seconds["oslo>lima"]).to.equal(0);
});

suite("a silently dropped message", () => {
  test("is not reported as lost, and breaks its wire when the path is healed", async () => {
    const { network, settle } = aNetwork();
    const { wire, near, far } = dialled(network);
    await settle();
    network.dropSilently("lima", "oslo");
    wire.send("from Oslo");
    far.wire?.send("from Lima");
    wire.close();
    await settle();
    expect(near.calls).to.deep.equal(["opened"]);
    expect(far.calls).to.deep.equal([]);
    network.heal("oslo", "lima");
    await settle();
    expect(near.calls).to.deep.equal(["opened", "closed: the connection broke"]);
    expect(far.calls).to.deep.equal(["closed: the connection broke"]);
  });

  test("does not affect other paths", async () => {
    const { network, settle } = aNetwork();
    const { wire, far } = dialled(network);
    await settle();
    network.dropSilently("oslo", "kyoto");
    wire.send("still here");
    await settle();
    expect(far.calls).to.deep.equal(["still here"]);
  });

  test("delays a dial until its timeout", async () => {
    const { network, scheduler, settle } = aNetwork();
    network.dropSilently("oslo", "lima");
    const { near, far } = dialled(network);
    await settle();
    expect(near.calls).to.deep.equal([]);
    await scheduler.pass(10_000);
    expect(near.calls).to.deep.equal(["closed: no answer from lima"]);
    expect(far.calls).to.deep.equal([]);
  });
});

suite("wires", () => {
  test("break on both ends when their path is partitioned, and stay broken when it is healed", async () => {
    const { network, settle } = aNetwork();
    const { wire, near, far } = dialled(network);
    await settle();
    network.partition("oslo", "lima");
    await settle();
    network.heal("oslo", "lima");
    wire.send("too late");
    far.wire?.send("too late");
    await settle();
    expect(near.calls).to.deep.equal(["opened", "closed: the link was partitioned"]);
    expect(far.calls).to.deep.equal(["closed: the link was partitioned"]);
  });

  test("can be dialled over a healed path, and not over a partitioned one", async () => {
    const { network, settle } = aNetwork();
    network.partition("oslo", "lima");
    const cut = dialled(network);
    await settle();
    expect(cut.near.calls).to.deep.equal(["closed: no answer from lima"]);
    expect(cut.far.calls).to.deep.equal([]);
    network.heal("oslo", "lima");
    const healed = dialled(network);
    await settle();
    expect(healed.near.calls).to.deep.equal(["opened"]);
  });

  test("survive the partition of another path", async () => {
    const { network, settle } = aNetwork();
    const { wire, near, far } = dialled(network);
    await settle();
    network.partition("oslo", "kyoto");
    wire.send("still here");
    await settle();
    expect(near.calls).to.deep.equal(["opened"]);
    expect(far.calls).to.deep.equal(["still here"]);
  });

  test("break on both ends if a host is killed; wires of other hosts survive", async () => {
    for (const killed of ["oslo", "lima", "kyoto"]) {
      const { network, settle } = aNetwork();
      const { near, far } = dialled(network);
      await settle();
      network.drop(killed);
      await settle();
      const end = killed === "kyoto" ? [] : ["closed: the other end is gone"];
      expect(near.calls, killed).to.deep.equal(["opened", ...end]);
      expect(far.calls, killed).to.deep.equal(end);
    }
  });

  test("are not half open if a host is killed while it dials", async () => {
    for (let seed = 0; seed < 30; seed++) {
      const { network, settle } = aNetwork(seed);
      const { far } = dialled(network);
      network.drop("oslo");
      await settle();
      if (far.wire) expect(far.calls, `seed ${seed}`).to.deep.equal(["closed: the other end is gone"]);
    }
  });

  test("never open if they are closed while they are dialled", async () => {
    for (let seed = 0; seed < 30; seed++) {
      const { network, settle } = aNetwork(seed);
      const { wire, near } = dialled(network);
      wire.close();
      expect(near.calls, "not before close has returned").to.deep.equal([]);
      await settle();
      expect(near.calls, `seed ${seed}`).to.deep.equal(["closed: closed by the other end"]);
    }
  });

  test("to a host that stops listening meanwhile are refused", async () => {
    const { network, settle } = aNetwork();
    const near = listening();
    const stop = network.listen(address, { host: "lima", accept: () => expect.fail("the host no longer listens") });
    network.dial({ from: "oslo", credentials: credentialsForTests.oslo }, address, near);
    stop();
    await settle();
    expect(near.calls).to.deep.equal(["closed: no cluster proves its key there"]);
  });

  test("go to the latest listener, even if the previous one stops later", async () => {
    const { network, settle } = aNetwork();
    const stopFirst = network.listen(address, {
      host: "lima",
      accept: () => expect.fail("the previous listener is gone"),
    });
    const { near } = dialled(network);
    stopFirst();
    await settle();
    expect(near.calls).to.deep.equal(["opened"]);
  });
});
