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

async function atOnce<T>(look: () => Promise<T>): Promise<T> {
  return look();
}

suite("a failpoint", () => {
  test("crashes the cluster once, and only at its own name", async () => {
    const { failpoint, restarts } = aFailpoint();
    const results: unknown[] = [];
    const { restarted } = await failpoint.await(
      { place: "between" },
      async () => {
        for (const name of ["before", "between", "between"]) results.push(failpoint.reach(name));
      },
      atOnce,
    );
    await restarted;
    expect(results.map((one) => one instanceof Promise)).to.deep.equal([false, true, false]);
    expect(restarts()).to.equal(1);
  });

  test("lets the cluster pass as often as requested", async () => {
    const { failpoint, restarts } = aFailpoint();
    const reached = () => [1, 2, 3].map(() => failpoint.reach("between") instanceof Promise);
    let results: readonly boolean[] = [];
    const task = async () => {
      results = reached();
    };
    await failpoint.await({ place: "between", passes: 2 }, task, atOnce);
    expect(results).to.deep.equal([false, false, true]);
    expect(restarts()).to.equal(1);
  });

  test("never returns to the crashed cluster, even if the task fails", async () => {
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

  test("that is not reached is reported, and crashes no cluster later", async () => {
    const { failpoint, restarts } = aFailpoint();
    const failed = await failpoint
      .await({ place: "between" }, async () => {}, atOnce)
      .catch((error: Error) => error.message);
    expect(failed).to.equal('no cluster reached "between"');
    expect(failpoint.reach("between")).to.equal(undefined);
    expect(restarts()).to.equal(0);
  });
});
