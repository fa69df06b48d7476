import { suite, test } from "node:test";
import { expect } from "chai";
import { failure } from "./durable-store.suite.ts";
import { GroupCommit } from "./group-commit.ts";
import { StoreFailure } from "./store-failure.ts";

const closed = new StoreFailure("closed", "closed");

/** A group whose transactions end when the test says so. */
function held() {
  const written: Record<string, string | null>[] = [];
  const open: PromiseWithResolvers<void>[] = [];
  const group = new GroupCommit((changes) => {
    written.push(Object.fromEntries(changes));
    const ending = Promise.withResolvers<void>();
    open.push(ending);
    return ending.promise;
  });
  return { group, written, open, put: (key: string, value: string | null = key) => group.commit([{ key, value }]) };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

suite("commits in groups", () => {
  test("what is handed over while others are written becomes one transaction, in which the later change of a key holds", async () => {
    const { written, open, put } = held();
    const first = put("a");
    await turn();
    const later = Promise.all([put("b", "1"), put("c"), put("b", "2"), put("c", null)]);
    await turn();
    expect(written).to.deep.equal([{ a: "a" }]);
    open[0]?.resolve();
    await first;
    await turn();
    expect(written).to.deep.equal([{ a: "a" }, { b: "2", c: null }]);
    open[1]?.resolve();
    await later;
  });

  test("no caller is told before the transaction is done", async () => {
    const { open, put } = held();
    let told = false;
    const saving = put("a").then(() => {
      told = true;
    });
    await turn();
    expect(told).to.equal(false);
    open[0]?.resolve();
    await saving;
  });

  test("who has much to write does not make all others wait for it", async () => {
    const { written, open, put } = held();
    void put("a", "x".repeat(3_000_000));
    void put("b", "x".repeat(3_000_000));
    void put("c");
    await turn();
    expect(Object.keys(written[0] ?? {})).to.deep.equal(["a", "b"]);
    open[0]?.resolve();
    await turn();
    expect(Object.keys(written[1] ?? {})).to.deep.equal(["c"]);
  });

  test("those who are joined share a failure, and those after them are not touched by it", async () => {
    const { open, put } = held();
    const both = [failure(put("a")), failure(put("b"))];
    await turn();
    const next = put("c");
    const full = new StoreFailure("full", "full");
    open[0]?.reject(full);
    expect(await Promise.all(both)).to.deep.equal([full, full]);
    await turn();
    open[1]?.resolve();
    await next;
  });

  test("when it is lost, waiting callers are told so, and nothing is written any more", async () => {
    const { group, written, open, put } = held();
    const first = failure(put("a"));
    await turn();
    const waiting = failure(put("b"));
    const lost = new StoreFailure("lost", "lost");
    open[0]?.reject(lost);
    expect(await Promise.all([first, waiting, failure(put("c"))])).to.deep.equal([lost, lost, lost]);
    expect(() => group.check()).to.throw(lost);
    expect(written).to.have.length(1);
  });

  test("ended, it does what was handed over and takes nothing more", async () => {
    const { group, written, open, put } = held();
    const saving = [put("a"), turn().then(() => open[0]?.resolve())];
    await group.end(closed);
    await Promise.all(saving);
    expect(await failure(put("b"))).to.equal(closed);
    expect(written).to.have.length(1);
  });

  test("dropped, it tells no caller what came of the transaction under way, and begins no other", async () => {
    for (const end of ["resolve", "reject"] as const) {
      const { group, written, open, put } = held();
      const told: string[] = [];
      const tell = () => told.push("told");
      put("a").then(tell, tell);
      await turn();
      put("b").then(tell, tell);
      group.drop(closed);
      open[0]?.[end](new StoreFailure("lost", "lost") as never);
      await turn();
      expect([told, written.length]).to.deep.equal([[], 1]);
      expect(await failure(put("c"))).to.equal(closed);
    }
  });
});
