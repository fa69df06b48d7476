import { test } from "node:test";
import { expect } from "chai";
import { Semaphore } from "./semaphore.ts";

const reasonOf = (error: Error) => error.message;

test("at most `count` callers enter at a time, and waiting callers enter in order", async () => {
  const places = new Semaphore({ count: 2, maxWaitMilliseconds: 60_000 });
  const entered: string[] = [];
  const come = (name: string) => places.take().then(() => entered.push(name));
  const all = ["a", "b", "c", "d"].map(come);
  await Promise.all(all.slice(0, 2));
  expect(entered).to.deep.equal(["a", "b"]);
  places.leave();
  await all[2];
  expect(entered).to.deep.equal(["a", "b", "c"]);
  places.leave();
  await all[3];
  for (const _ of ["c", "d"]) places.leave();
  await Promise.all(["e", "f"].map(come));
  expect(entered.slice(4)).to.deep.equal(["e", "f"]);
});

test("a caller that waits too long is refused and does not enter later", async () => {
  const places = new Semaphore({ count: 1, maxWaitMilliseconds: 5 });
  await places.take();
  expect(await places.take().catch(reasonOf)).to.equal("no connection was free within 0.005 s");
  places.leave();
  await places.take();
});

test("all waiting callers are refused at once by rejectWaiting", async () => {
  const places = new Semaphore({ count: 1, maxWaitMilliseconds: 60_000 });
  await places.take();
  const waiting = Promise.all([places.take(), places.take()].map((place) => place.catch(reasonOf)));
  places.rejectWaiting(new Error("no answer"));
  expect(await waiting).to.deep.equal(["no answer", "no answer"]);
  places.leave();
  await places.take();
});
