import { suite, test } from "node:test";
import { expect } from "chai";
import { FatalPlace } from "./fatal-place.ts";

function aPlace() {
  let restarts = 0;
  const place = new FatalPlace(async () => {
    restarts += 1;
  });
  return { place, restarts: () => restarts };
}

/** Looks once. */
async function atOnce<T>(look: () => Promise<T>): Promise<T> {
  return look();
}

suite("a fatal place", () => {
  test("kills who comes there, once, and nobody anywhere else", async () => {
    const { place, restarts } = aPlace();
    const told: unknown[] = [];
    const { restarted } = await place.await(
      "between",
      async () => {
        for (const name of ["before", "between", "between"]) told.push(place.at(name));
      },
      atOnce,
    );
    await restarted;
    expect(told.map((one) => one instanceof Promise)).to.deep.equal([false, true, false]);
    expect(restarts()).to.equal(1);
  });

  test("never lets go on who was killed there, whatever the deed comes to", async () => {
    const { place } = aPlace();
    let wentOn = false;
    const deed = async () => {
      void place.at("between")?.then(() => {
        wentOn = true;
      });
      throw new Error("the connection broke");
    };
    const { restarted } = await place.await("between", deed, atOnce);
    await restarted;
    await new Promise((resolve) => setImmediate(resolve));
    expect(wentOn).to.equal(false);
  });

  test("that nobody comes to is told, and kills nobody later", async () => {
    const { place, restarts } = aPlace();
    const failed = await place.await("between", async () => {}, atOnce).catch((error: Error) => error.message);
    expect(failed).to.equal('nobody came to "between"');
    expect(place.at("between")).to.equal(undefined);
    expect(restarts()).to.equal(0);
  });
});
