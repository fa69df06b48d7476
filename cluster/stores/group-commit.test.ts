import { suite, test } from "node:test";
import { expect } from "chai";
import { failure } from "./durable-store.suite.ts";
import { GroupCommit } from "./group-commit.ts";
import { StoreFailure } from "./store-failure.ts";

const closed = new StoreFailure("closed", "closed");

function controlledGroup() {
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

suite("group commit", () => {
  test("batches passed during a transaction form one transaction, in which the last change of a key wins", async () => {
    const { written, open, put } = controlledGroup();
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

  test("a commit resolves only after its transaction", async () => {
    const { open, put } = controlledGroup();
    let answered = false;
    const saving = put("a").then(() => {
      answered = true;
    });
    await turn();
    expect(answered).to.equal(false);
    open[0]?.resolve();
    await saving;
  });

  test("a caller with large batches does not delay all others", async () => {
    const { written, open, put } = controlledGroup();
    void put("a", "x".repeat(3_000_000));
    void put("b", "x".repeat(3_000_000));
    void put("c");
    await turn();
    expect(Object.keys(written[0] ?? {})).to.deep.equal(["a", "b"]);
    open[0]?.resolve();
    await turn();
    expect(Object.keys(written[1] ?? {})).to.deep.equal(["c"]);
  });

  test("batches of one transaction fail together, and later ones are unaffected", async () => {
    const { open, put } = controlledGroup();
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

  test('after a failure "lost", waiting callers are rejected and nothing more is written', async () => {
    const { group, written, open, put } = controlledGroup();
    const first = failure(put("a"));
    await turn();
    const waiting = failure(put("b"));
    const lost = new StoreFailure("lost", "lost");
    open[0]?.reject(lost);
    expect(await Promise.all([first, waiting, failure(put("c"))])).to.deep.equal([lost, lost, lost]);
    expect(() => group.check()).to.throw(lost);
    expect(written).to.have.length(1);
  });

  test("an ended group completes pending commits and refuses new ones", async () => {
    const { group, written, open, put } = controlledGroup();
    const saving = [put("a"), turn().then(() => open[0]?.resolve())];
    await group.end(closed);
    await Promise.all(saving);
    expect(await failure(put("b"))).to.equal(closed);
    expect(written).to.have.length(1);
  });

  test("a dropped group never resolves the commit in progress and starts no other", async () => {
    for (const end of ["resolve", "reject"] as const) {
      const { group, written, open, put } = controlledGroup();
      const answered: string[] = [];
      const onAnswer = () => answered.push("answered");
      put("a").then(onAnswer, onAnswer);
      await turn();
      put("b").then(onAnswer, onAnswer);
      group.drop(closed);
      open[0]?.[end](new StoreFailure("lost", "lost") as never);
      await turn();
      expect([answered, written.length]).to.deep.equal([[], 1]);
      expect(await failure(put("c"))).to.equal(closed);
    }
  });
});
