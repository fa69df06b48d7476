import { suite, test } from "node:test";
import { expect } from "chai";
import { credentialsForTests } from "#engine/ports/credentials-for-tests.suite.ts";
import type { Wire } from "#engine/ports/link.ts";
import { recording } from "#harness/history/recorder.suite.ts";
import { Network } from "./network.ts";
import { random } from "./random.ts";
import { Scheduler } from "./scheduler.ts";

const address = "wss://lima.simulated:8201";

/** More than anything takes in this network, in milliseconds. */
const longEnough = 100;

function aNetwork(seed = 1) {
  const scheduler = new Scheduler();
  const { recorder } = recording(() => scheduler.exactNow());
  const network = new Network({ scheduler, random: random(seed, "network"), recorder });
  return { scheduler, network, settle: () => scheduler.pass(longEnough) };
}

/** A listener that writes down what it is told. */
function listening(told: string[] = []) {
  return {
    told,
    opened: () => void told.push("opened"),
    received: (frame: string) => void told.push(frame),
    closed: (reason: string) => void told.push(`closed: ${reason}`),
  };
}

/** A wire from Oslo to Lima, open unless `settle` is still to come. */
function dialled(network: Network, from = "oslo") {
  const far: { wire?: Wire; told: string[] } = { told: [] };
  network.serveAs("lima", credentialsForTests.lima);
  network.listen(address, {
    host: "lima",
    accept(wire) {
      far.wire = wire;
      return listening(far.told);
    },
  });
  const near = listening();
  return { wire: network.dial({ from, credentials: credentialsForTests.oslo }, address, near), near, far };
}

suite("messages", () => {
  test("keep their order on one path, and only there", async () => {
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

  test("are lost both ways while the path is partitioned, and arrive again when it is healed", async () => {
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

test("two hosts that are narrowly linked send each other so many characters a second, and others as before, until it is healed", async () => {
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
  expect(seconds["oslo>lima"], "one waits for the other").to.equal(1.5);
  network.heal("lima", "oslo");
  carry("oslo", "lima", 1_000_000);
  await scheduler.pass(100);
  expect(seconds["oslo>lima"]).to.equal(0);
});

suite("what a path drops silently", () => {
  test("arrives nowhere and is not reported, until the path is healed: then the wire breaks", async () => {
    const { network, settle } = aNetwork();
    const { wire, near, far } = dialled(network);
    await settle();
    network.dropSilently("lima", "oslo");
    wire.send("from Oslo");
    far.wire?.send("from Lima");
    wire.close();
    await settle();
    expect(near.told).to.deep.equal(["opened"]);
    expect(far.told).to.deep.equal([]);
    network.heal("oslo", "lima");
    await settle();
    expect(near.told).to.deep.equal(["opened", "closed: the connection broke"]);
    expect(far.told).to.deep.equal(["closed: the connection broke"]);
  });

  test("is not what others say to one another", async () => {
    const { network, settle } = aNetwork();
    const { wire, far } = dialled(network);
    await settle();
    network.dropSilently("oslo", "kyoto");
    wire.send("still here");
    await settle();
    expect(far.told).to.deep.equal(["still here"]);
  });

  test("keeps a dial waiting, and no longer than its timeout", async () => {
    const { network, scheduler, settle } = aNetwork();
    network.dropSilently("oslo", "lima");
    const { near, far } = dialled(network);
    await settle();
    expect(near.told).to.deep.equal([]);
    await scheduler.pass(10_000);
    expect(near.told).to.deep.equal(["closed: no answer from lima"]);
    expect(far.told).to.deep.equal([]);
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
    expect(near.told).to.deep.equal(["opened", "closed: the link was partitioned"]);
    expect(far.told).to.deep.equal(["closed: the link was partitioned"]);
  });

  test("can be dialled over a healed path, and not over a partitioned one", async () => {
    const { network, settle } = aNetwork();
    network.partition("oslo", "lima");
    const cut = dialled(network);
    await settle();
    expect(cut.near.told).to.deep.equal(["closed: no answer from lima"]);
    expect(cut.far.told).to.deep.equal([]);
    network.heal("oslo", "lima");
    const healed = dialled(network);
    await settle();
    expect(healed.near.told).to.deep.equal(["opened"]);
  });

  test("hold when another path is partitioned", async () => {
    const { network, settle } = aNetwork();
    const { wire, near, far } = dialled(network);
    await settle();
    network.partition("oslo", "kyoto");
    wire.send("still here");
    await settle();
    expect(near.told).to.deep.equal(["opened"]);
    expect(far.told).to.deep.equal(["still here"]);
  });

  test("of a host that was killed break, on both ends; those of others hold", async () => {
    for (const killed of ["oslo", "lima", "kyoto"]) {
      const { network, settle } = aNetwork();
      const { near, far } = dialled(network);
      await settle();
      network.drop(killed);
      await settle();
      const end = killed === "kyoto" ? [] : ["closed: the other end is gone"];
      expect(near.told, killed).to.deep.equal(["opened", ...end]);
      expect(far.told, killed).to.deep.equal(end);
    }
  });

  test("that a killed host was still dialling leave no host with half a wire", async () => {
    for (let seed = 0; seed < 30; seed++) {
      const { network, settle } = aNetwork(seed);
      const { far } = dialled(network);
      network.drop("oslo");
      await settle();
      if (far.wire) expect(far.told, `seed ${seed}`).to.deep.equal(["closed: the other end is gone"]);
    }
  });

  test("that are given up while they are dialled never open, whatever arrives first", async () => {
    for (let seed = 0; seed < 30; seed++) {
      const { network, settle } = aNetwork(seed);
      const { wire, near } = dialled(network);
      wire.close();
      expect(near.told, "not before close has returned").to.deep.equal([]);
      await settle();
      expect(near.told, `seed ${seed}`).to.deep.equal(["closed: closed by the other end"]);
    }
  });

  test("to a host that stops listening on the way are refused", async () => {
    const { network, settle } = aNetwork();
    const near = listening();
    const stop = network.listen(address, { host: "lima", accept: () => expect.fail("it stopped listening") });
    network.dial({ from: "oslo", credentials: credentialsForTests.oslo }, address, near);
    stop();
    await settle();
    expect(near.told).to.deep.equal(["closed: no cluster proves its key there"]);
  });

  test("go to who listens last, though the one before stops later", async () => {
    const { network, settle } = aNetwork();
    const stopFirst = network.listen(address, { host: "lima", accept: () => expect.fail("that one is gone") });
    const { near } = dialled(network);
    stopFirst();
    await settle();
    expect(near.told).to.deep.equal(["opened"]);
  });
});
