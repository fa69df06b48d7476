import { suite, test } from "node:test";
import { expect } from "chai";
import { Failpoint } from "./failpoint.ts";

function aFailpoint() {
  let restarts = 0;
  const failpoint = new Failpoint(async () => {
    restarts += 1;
  });
  return { failpoint, restarts: () => restarts };
}

/** Looks once. */
async function atOnce<T>(look: () => Promise<T>): Promise<T> {
  return look();
}

suite("a failpoint", () => {
  test("crashes the cluster that reaches it, once, and at no other", async () => {
    const { failpoint, restarts } = aFailpoint();
    const told: unknown[] = [];
    const { restarted } = await failpoint.await(
      { place: "between" },
      async () => {
        for (const name of ["before", "between", "between"]) told.push(failpoint.reach(name));
      },
      atOnce,
    );
    await restarted;
    expect(told.map((one) => one instanceof Promise)).to.deep.equal([false, true, false]);
    expect(restarts()).to.equal(1);
  });

  test("is passed by as often as is said before", async () => {
    const { failpoint, restarts } = aFailpoint();
    const reached = () => [1, 2, 3].map(() => failpoint.reach("between") instanceof Promise);
    let told: readonly boolean[] = [];
    const task = async () => {
      told = reached();
    };
    await failpoint.await({ place: "between", passes: 2 }, task, atOnce);
    expect(told).to.deep.equal([false, false, true]);
    expect(restarts()).to.equal(1);
  });

  test("never returns to the crashed cluster, whatever the outcome of the task", async () => {
    const { failpoint } = aFailpoint();
    let wentOn = false;
    const task = async () => {
      void failpoint.reach("between")?.then(() => {
        wentOn = true;
      });
      throw new Error("the connection broke");
    };
    const { restarted } = await failpoint.await({ place: "between" }, task, atOnce);
    await restarted;
    await new Promise((resolve) => setImmediate(resolve));
    expect(wentOn).to.equal(false);
  });

  test("that is not reached is told, and crashes no cluster later", async () => {
    const { failpoint, restarts } = aFailpoint();
    const failed = await failpoint
      .await({ place: "between" }, async () => {}, atOnce)
      .catch((error: Error) => error.message);
    expect(failed).to.equal('no cluster came to "between"');
    expect(failpoint.reach("between")).to.equal(undefined);
    expect(restarts()).to.equal(0);
  });
});
