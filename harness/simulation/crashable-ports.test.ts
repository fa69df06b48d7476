import { suite, test } from "node:test";
import { expect } from "chai";
import { noCertificates } from "#engine/ports/certificates-for-tests.suite.ts";
import { credentialsForTests } from "#engine/ports/credentials-for-tests.suite.ts";
import { cryptographyForTests } from "#engine/ports/cryptography-for-tests.suite.ts";
import type { DatabaseSession } from "#engine/ports/databases.ts";
import type { Wire, WireListener } from "#engine/ports/link.ts";
import type { Ports } from "#engine/ports/ports.ts";
import { crashableAccept, crashablePorts } from "./crashable-ports.ts";

/** Ports that write down what they are asked and answer when they are told to. */
function world() {
  const asked: string[] = [];
  const open: (() => void)[] = [];
  const answers = <T>(name: string, value: T) => {
    asked.push(name);
    return new Promise<T>((resolve) => open.push(() => resolve(value)));
  };
  const session: DatabaseSession = {
    transact: () => answers("transact", undefined),
    settle: () => answers("settle", undefined),
    verify: () => answers("verify", undefined),
    column: () => answers("column", []),
    close: () => answers("close", undefined),
  };
  const wire: Wire = {
    peer: undefined,
    send: () => void asked.push("send"),
    close: () => void asked.push("close wire"),
  };
  const callbacks: (() => void)[] = [];
  let peer: WireListener | undefined;
  const ports: Ports = {
    clock: {
      now: () => 0,
      at(_when, callback) {
        callbacks.push(callback);
        return () => {};
      },
    },
    entropy: { bytes: (count) => new Uint8Array(count) },
    store: {
      read: () => answers("read", undefined),
      range: () => answers("range", []),
      commit: () => answers("commit", undefined),
      late: {
        read: () => answers("late read", undefined),
        commit: () => answers("late commit", undefined),
        make: () => false,
      },
    },
    cryptography: cryptographyForTests,
    certificates: noCertificates,
    cloud: { exchange: () => answers("exchange", { status: 200, contentType: "", body: "" }) },
    databases: { open: () => session },
    link: {
      clusterAddress: "wss://oslo.simulated:8201",
      apiAddress: "http://oslo.simulated:8200",
      serveAs: () => void asked.push("serve as"),
      dial(_address, _credentials, listener) {
        asked.push("dial");
        peer = listener;
        return wire;
      },
      call: () => answers("call", { status: 200, body: "" }),
    },
    audit: { open: () => Promise.reject(new Error("no audit here")) },
    log: {
      info: () => void asked.push("info"),
      warn: () => void asked.push("warn"),
      error: () => void asked.push("error"),
    },
    failpoint: () => void asked.push("failpoint"),
  };
  const answerAll = async () => {
    for (const answer of open.splice(0)) answer();
    for (const callback of callbacks.splice(0)) callback();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { ports, asked, answerAll, wire, peer: () => peer };
}

/** Asks everything of `ports` that can be asked, and writes down in `told` what comes of it. */
function useAll(ports: Ports, told: string[]): void {
  const { store, cloud, databases, link, clock, log } = ports;
  const session = databases.open("postgresql", "");
  const call = { apiAddress: "", method: "POST", target: "", token: "", body: "", timeoutMilliseconds: 1 } as const;
  const request = { method: "GET", url: "", headers: [], body: "", timeoutMilliseconds: 1 };
  const waits: Readonly<Record<string, Promise<unknown>>> = {
    read: store.read(""),
    range: store.range({ prefix: "" }),
    commit: store.commit([]),
    "late read": Promise.resolve(store.late?.read("")),
    "late commit": Promise.resolve(store.late?.commit([])),
    exchange: cloud.exchange(request),
    transact: session.transact([]),
    verify: session.verify(),
    column: session.column("", []),
    call: link.call(call),
    failpoint: Promise.resolve(ports.failpoint("a place")),
  };
  for (const [name, wait] of Object.entries(waits)) void wait.then(() => told.push(name));
  clock.at(1, () => told.push("callback"));
  for (const level of ["info", "warn", "error"] as const) log[level]("event");
  link.dial("", credentialsForTests.oslo, { opened() {}, received() {}, closed() {} }).send("frame");
}

const answered = ["call", "callback", "column", "commit", "exchange", "failpoint", "late commit", "late read"].concat([
  "range",
  "read",
  "transact",
  "verify",
]);
const heard = [...answered.filter((name) => name !== "callback"), "dial", "error", "info", "send", "warn"].toSorted();

suite("the ports of one life", () => {
  test("are the world's, as long as it lasts", async () => {
    const { ports, asked, answerAll } = world();
    const told: string[] = [];
    useAll(crashablePorts(ports, new AbortController().signal), told);
    await answerAll();
    expect(asked.toSorted()).to.deep.equal(heard);
    expect(told.toSorted()).to.deep.equal(answered);
  });

  test("let the dead ask for nothing, and do nothing for them", async () => {
    const { ports, asked, answerAll } = world();
    const death = new AbortController();
    const crashable = crashablePorts(ports, death.signal);
    death.abort();
    const told: string[] = [];
    useAll(crashable, told);
    await answerAll();
    expect(asked).to.deep.equal([]);
    expect(told).to.deep.equal([]);
  });

  test("tell the dead nothing of what they asked alive, but what was asked still counts", async () => {
    const { ports, asked, answerAll } = world();
    const death = new AbortController();
    const told: string[] = [];
    useAll(crashablePorts(ports, death.signal), told);
    const before = [...asked];
    death.abort();
    await answerAll();
    expect(before.toSorted()).to.deep.equal(heard);
    // `failpoint` returns before the crash: it waits for nothing.
    expect(told.filter((name) => name !== "failpoint")).to.deep.equal([]);
  });

  test("hang up the sessions of the dead, but not those that they closed themselves", async () => {
    const { ports, asked } = world();
    const death = new AbortController();
    const { databases } = crashablePorts(ports, death.signal);
    databases.open("postgresql", "");
    void databases.open("postgresql", "").close();
    expect(asked).to.deep.equal(["close"]);
    death.abort();
    expect(asked).to.deep.equal(["close", "close"]);
  });

  test("silence both ends of every wire, dialled or accepted", () => {
    const { ports, asked, wire, peer } = world();
    const death = new AbortController();
    const told: string[] = [];
    const listener: WireListener = {
      opened: () => void told.push("opened"),
      received: (frame) => void told.push(frame),
      closed: (reason) => void told.push(reason),
    };
    const dialled = crashablePorts(ports, death.signal).link.dial("", credentialsForTests.oslo, listener);
    let accepted: Wire | undefined;
    const other = crashableAccept((mine) => {
      accepted = mine;
      return listener;
    }, death.signal)(wire);
    const use = () => {
      for (const one of [peer(), other]) {
        one?.opened();
        one?.received("frame");
        one?.closed("reason");
      }
      for (const one of [dialled, accepted]) {
        one?.send("frame");
        one?.close();
      }
    };
    use();
    const alive = { told: [...told], asked: [...asked] };
    expect(alive.told).to.deep.equal(["opened", "frame", "reason", "opened", "frame", "reason"]);
    expect(alive.asked).to.deep.equal(["dial", "send", "close wire", "send", "close wire"]);
    death.abort();
    use();
    expect({ told, asked }).to.deep.equal(alive);
  });
});
