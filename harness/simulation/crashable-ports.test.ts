import { suite, test } from "node:test";
import { expect } from "chai";
import { noCertificates } from "#engine/ports/certificates-for-tests.suite.ts";
import { credentialsForTests } from "#engine/ports/credentials-for-tests.suite.ts";
import { cryptographyForTests } from "#engine/ports/cryptography-for-tests.suite.ts";
import type { DatabaseSession } from "#engine/ports/databases.ts";
import type { Wire, WireListener } from "#engine/ports/link.ts";
import type { Ports } from "#engine/ports/ports.ts";
import { crashableAccept, crashablePorts } from "./crashable-ports.ts";

function world() {
  const calls: string[] = [];
  const open: (() => void)[] = [];
  const answers = <T>(name: string, value: T) => {
    calls.push(name);
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
    send: () => void calls.push("send"),
    close: () => void calls.push("close wire"),
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
      serveAs: () => void calls.push("serve as"),
      dial(_address, _credentials, listener) {
        calls.push("dial");
        peer = listener;
        return wire;
      },
      call: () => answers("call", { status: 200, body: "" }),
    },
    audit: { open: () => Promise.reject(new Error("no audit here")) },
    log: {
      info: () => void calls.push("info"),
      warn: () => void calls.push("warn"),
      error: () => void calls.push("error"),
    },
    failpoint: () => void calls.push("failpoint"),
  };
  const answerAll = async () => {
    for (const answer of open.splice(0)) answer();
    for (const callback of callbacks.splice(0)) callback();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { ports, asked: calls, answerAll, wire, peer: () => peer };
}

function useAll(ports: Ports, completed: string[]): void {
  const { store, cloud, databases, link, clock, log } = ports;
  const session = databases.open({ kind: "postgresql", settings: {} });
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
  for (const [name, wait] of Object.entries(waits)) void wait.then(() => completed.push(name));
  clock.at(1, () => completed.push("callback"));
  for (const level of ["info", "warn", "error"] as const) log[level]("event");
  link.dial("", credentialsForTests.oslo, { opened() {}, received() {}, closed() {} }).send("frame");
}

const expectedResults = [
  "call",
  "callback",
  "column",
  "commit",
  "exchange",
  "failpoint",
  "late commit",
  "late read",
].concat(["range", "read", "transact", "verify"]);
const expectedCalls = [
  ...expectedResults.filter((name) => name !== "callback"),
  "dial",
  "error",
  "info",
  "send",
  "warn",
].toSorted();

suite("the ports of a process", () => {
  test("pass everything through until it dies", async () => {
    const { ports, asked: calls, answerAll } = world();
    const completed: string[] = [];
    useAll(crashablePorts(ports, new AbortController().signal), completed);
    await answerAll();
    expect(calls.toSorted()).to.deep.equal(expectedCalls);
    expect(completed.toSorted()).to.deep.equal(expectedResults);
  });

  test("make no calls after its death", async () => {
    const { ports, asked: calls, answerAll } = world();
    const death = new AbortController();
    const crashable = crashablePorts(ports, death.signal);
    death.abort();
    const completed: string[] = [];
    useAll(crashable, completed);
    await answerAll();
    expect(calls).to.deep.equal([]);
    expect(completed).to.deep.equal([]);
  });

  test("deliver no results after its death, though earlier calls take effect", async () => {
    const { ports, asked: calls, answerAll } = world();
    const death = new AbortController();
    const completed: string[] = [];
    useAll(crashablePorts(ports, death.signal), completed);
    const before = [...calls];
    death.abort();
    await answerAll();
    expect(before.toSorted()).to.deep.equal(expectedCalls);
    // `failpoint` returned before the crash, since it waits for nothing.
    expect(completed.filter((name) => name !== "failpoint")).to.deep.equal([]);
  });

  test("close its database sessions at its death, except those it closed itself", async () => {
    const { ports, asked: calls } = world();
    const death = new AbortController();
    const { databases } = crashablePorts(ports, death.signal);
    databases.open({ kind: "postgresql", settings: {} });
    void databases.open({ kind: "postgresql", settings: {} }).close();
    expect(calls).to.deep.equal(["close"]);
    death.abort();
    expect(calls).to.deep.equal(["close", "close"]);
  });

  test("silence both ends of every wire, dialled or accepted", () => {
    const { ports, asked: calls, wire, peer } = world();
    const death = new AbortController();
    const completed: string[] = [];
    const listener: WireListener = {
      opened: () => void completed.push("opened"),
      received: (frame) => void completed.push(frame),
      closed: (reason) => void completed.push(reason),
    };
    const dialled = crashablePorts(ports, death.signal).link.dial("", credentialsForTests.oslo, listener);
    let accepted: Wire | undefined;
    const other = crashableAccept((wrapped) => {
      accepted = wrapped;
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
    const alive = { completed: [...completed], calls: [...calls] };
    expect(alive.completed).to.deep.equal(["opened", "frame", "reason", "opened", "frame", "reason"]);
    expect(alive.calls).to.deep.equal(["dial", "send", "close wire", "send", "close wire"]);
    death.abort();
    use();
    expect({ completed, calls }).to.deep.equal(alive);
  });
});
