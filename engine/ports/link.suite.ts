import { suite, test } from "node:test";
import { expect } from "chai";
import { credentialsForTests } from "./credentials-for-tests.suite.ts";
import type { Credentials, Link, Wire, WireListener } from "./link.ts";

export interface LinkedClusters extends AsyncDisposable {
  /** Creates the link of a further cluster, without credentials. `accept` is called with each incoming wire. */
  open(accept: (wire: Wire) => WireListener): Promise<Link>;
  readonly nowhere: Readonly<{ clusterAddress: string; apiAddress: string }>;
  /** Lets time pass until `wait` settles. Default: awaits `wait`. */
  until?<T>(wait: Promise<T>): Promise<T>;
}

export function linkSuite(name: string, assemble: () => Promise<LinkedClusters>): void {
  suite(`link: ${name}`, () => {
    test("frames arrive complete, in order and once, in both directions", async () => {
      await using pair = await connect(assemble);
      const frames = [
        "",
        "a",
        "ü \u{1f600} \n\u0000",
        "x".repeat(1_000_000),
        ...Array.from({ length: 500 }, (_, n) => `${n}`),
      ];
      for (const frame of frames) {
        pair.dialling.wire.send(frame);
        pair.accepting.wire.send(`${frame}!`);
      }
      expect(await pair.until(pair.accepting.waitForFrames(frames.length))).to.deep.equal(frames);
      expect(await pair.until(pair.dialling.waitForFrames(frames.length))).to.deep.equal(
        frames.map((frame) => `${frame}!`),
      );
    });

    test("a sender may wait for the wire to drain, and loses no frame", async () => {
      await using pair = await connect(assemble);
      const frame = "x".repeat(1_000_000);
      for (let i = 0; i < 20; i++) {
        const drained = pair.dialling.wire.drained?.();
        if (drained) await pair.until(drained);
        pair.dialling.wire.send(frame);
      }
      expect(await pair.until(pair.accepting.waitForFrames(20))).to.have.length(20);
    });

    test("the accepting end may send first", async () => {
      await using clusters = await assemble();
      const until = clusters.until ?? ((wait) => wait);
      const primary = await clusters.open((wire) => {
        wire.send("welcome");
        return recorder(wire).listener;
      });
      primary.serveAs(credentialsForTests.oslo);
      const secondary = await clusters.open(() => expect.fail("the secondary was dialled"));
      const dialling = dial(secondary, primary.clusterAddress);
      expect(await until(dialling.waitForFrames(1))).to.deep.equal(["welcome"]);
      expect(dialling.events).to.deep.equal(["opened"]);
    });

    test("a frame sent before the wire is closed still arrives", async () => {
      await using pair = await connect(assemble);
      pair.dialling.wire.send("last words");
      pair.dialling.wire.close();
      await pair.until(pair.accepting.closed);
      expect(pair.accepting.frames).to.deep.equal(["last words"]);
    });

    test("both ends are notified once that a wire is closed, and of nothing after that", async () => {
      for (const closer of ["dialling", "accepting"] as const) {
        await using pair = await connect(assemble);
        pair[closer].wire.close();
        pair[closer].wire.close();
        const reasons = await pair.until(Promise.all([pair.dialling.closed, pair.accepting.closed]));
        for (const reason of reasons) expect(reason).to.match(/\w/);
        pair.dialling.wire.send("too late");
        pair.accepting.wire.send("too late");
        pair[closer].wire.close();
        await pair.exchangeOnAnotherWire();
        expect(pair.dialling.events, closer).to.deep.equal(["opened", "closed"]);
        expect(pair.accepting.events, closer).to.deep.equal(["closed"]);
        expect([...pair.dialling.frames, ...pair.accepting.frames], closer).to.deep.equal([]);
      }
    });

    test("dialling an address without a cluster fails asynchronously", async () => {
      await using clusters = await assemble();
      const until = clusters.until ?? ((wait) => wait);
      const link = await clusters.open(() => expect.fail("it was dialled"));
      for (const address of [clusters.nowhere.clusterAddress, "nonsense"]) {
        const dialling = dial(link, address);
        expect(dialling.events, address).to.deep.equal([]);
        expect(await until(dialling.closed), address).to.match(/\w/);
        expect(dialling.events, address).to.deep.equal(["closed"]);
        dialling.wire.close();
      }
    });

    test("dialling can be cancelled", async () => {
      await using clusters = await assemble();
      const until = clusters.until ?? ((wait) => wait);
      const primary = await clusters.open((wire) => recorder(wire).listener);
      primary.serveAs(credentialsForTests.oslo);
      const secondary = await clusters.open(() => expect.fail("the secondary was dialled"));
      const dialling = dial(secondary, primary.clusterAddress);
      dialling.wire.close();
      await until(dialling.closed);
      expect(dialling.events).to.deep.equal(["closed"]);
    });

    test("each end receives the certificate that the other end has proved", async () => {
      await using pair = await connect(assemble);
      const { oslo, lima } = credentialsForTests;
      expect(certificateIn(pair.dialling.wire.peer)).to.equal(certificateIn(oslo.certificate));
      expect(certificateIn(pair.accepting.wire.peer)).to.equal(certificateIn(lima.certificate));
    });

    test("a certificate without its private key is refused, at either end", async () => {
      await using clusters = await assemble();
      const until = clusters.until ?? ((wait) => wait);
      const primary = await clusters.open((wire) => recorder(wire).listener);
      const secondary = await clusters.open(() => expect.fail("the secondary was dialled"));
      const { oslo, lima } = credentialsForTests;
      const stolen: Credentials = { certificate: oslo.certificate, privateKey: lima.privateKey };
      primary.serveAs(oslo);
      const thief = dial(secondary, primary.clusterAddress, stolen);
      await until(thief.closed);
      expect(thief.events).to.deep.equal(["closed"]);
      primary.serveAs(stolen);
      const deceivedPeer = dial(secondary, primary.clusterAddress);
      await until(deceivedPeer.closed);
      expect(deceivedPeer.events).to.deep.equal(["closed"]);
    });

    test("a link without credentials refuses peers, and accepts them once it has credentials", async () => {
      await using clusters = await assemble();
      const until = clusters.until ?? ((wait) => wait);
      const primary = await clusters.open((wire) => {
        wire.send("welcome");
        return recorder(wire).listener;
      });
      const secondary = await clusters.open(() => expect.fail("the secondary was dialled"));
      for (const credentials of [undefined, credentialsForTests.oslo, undefined]) {
        primary.serveAs(credentials);
        const dialling = dial(secondary, primary.clusterAddress);
        if (credentials) await until(dialling.waitForFrames(1));
        else expect(await until(dialling.closed)).to.match(/\w/);
        expect(dialling.events).to.deep.equal([credentials ? "opened" : "closed"]);
      }
    });

    test("a call that reaches no cluster is rejected with a reason", async () => {
      await using clusters = await assemble();
      const until = clusters.until ?? ((wait) => wait);
      const link = await clusters.open(() => expect.fail("it was dialled"));
      const failure = await until(
        link
          .call({
            apiAddress: clusters.nowhere.apiAddress,
            method: "POST",
            target: "/v1/sys/wrapping/unwrap",
            token: "hvs.secret",
            body: "{}",
            timeoutMilliseconds: 5000,
          })
          .then(
            () => expect.fail("it was answered"),
            (error: Error) => error,
          ),
      );
      expect(failure).to.be.an("error");
      expect(failure.message).to.match(/\w/).and.not.include("hvs.secret");
    });
  });
}

type Recorder = Readonly<{
  listener: WireListener;
  wire: Wire;
  frames: readonly string[];
  events: readonly string[];
  /** Resolves with all received frames when there are at least `count`. */
  waitForFrames(count: number): Promise<readonly string[]>;
  closed: Promise<string>;
}>;

function recorder(wire: Wire): Recorder {
  const frames: string[] = [];
  const events: string[] = [];
  const closed = Promise.withResolvers<string>();
  let waiting: { count: number; resolve(frames: readonly string[]): void } | undefined;
  const notify = () => {
    if (waiting && frames.length >= waiting.count) waiting.resolve(frames);
  };
  return {
    wire,
    frames,
    events,
    closed: closed.promise,
    waitForFrames(count) {
      return new Promise((resolve) => {
        waiting = { count, resolve };
        notify();
      });
    },
    listener: {
      opened: () => void events.push("opened"),
      received(frame) {
        frames.push(frame);
        notify();
      },
      closed(reason) {
        events.push("closed");
        closed.resolve(reason);
      },
    },
  };
}

function dial(link: Link, address: string, credentials: Credentials = credentialsForTests.lima): Recorder {
  // The listener is required before `dial` returns the wire.
  const deferred: { wire?: Wire } = {};
  const recording = recorder(deferredWire(deferred));
  deferred.wire = link.dial(address, credentials, recording.listener);
  return recording;
}

function deferredWire(deferred: { wire?: Wire }): Wire {
  return {
    get peer() {
      return deferred.wire?.peer;
    },
    send: (frame) => deferred.wire?.send(frame),
    drained: () => deferred.wire?.drained?.(),
    trust: () => deferred.wire?.trust?.(),
    close: () => deferred.wire?.close(),
  };
}

function certificateIn(text: string | undefined): string | undefined {
  return text?.replace(/\s/g, "");
}

async function connect(assemble: () => Promise<LinkedClusters>) {
  const clusters = await assemble();
  const until = clusters.until ?? (<T>(wait: Promise<T>) => wait);
  let accepted = Promise.withResolvers<Recorder>();
  const primary = await clusters.open((wire) => {
    const accepting = recorder(wire);
    accepted.resolve(accepting);
    return accepting.listener;
  });
  const secondary = await clusters.open(() => expect.fail("the secondary was dialled"));
  primary.serveAs(credentialsForTests.oslo);

  async function wire() {
    accepted = Promise.withResolvers();
    const opened = Promise.withResolvers<void>();
    const deferred: { wire?: Wire } = {};
    const dialling = recorder(deferredWire(deferred));
    deferred.wire = secondary.dial(primary.clusterAddress, credentialsForTests.lima, {
      ...dialling.listener,
      opened() {
        dialling.listener.opened();
        opened.resolve();
      },
    });
    const [accepting] = await until(Promise.all([accepted.promise, opened.promise]));
    for (const end of [dialling, accepting]) end.wire.trust?.();
    return { dialling, accepting };
  }

  return {
    ...(await wire()),
    until,
    async exchangeOnAnotherWire() {
      const { dialling, accepting } = await wire();
      dialling.wire.send("ping");
      await until(accepting.waitForFrames(1));
      accepting.wire.send("pong");
      await until(dialling.waitForFrames(1));
    },
    [Symbol.asyncDispose]: () => clusters[Symbol.asyncDispose](),
  };
}
