import { suite, test } from "node:test";
import { expect } from "chai";
import { SimulatedAuditFiles } from "./simulated-audit.ts";

const device = { kind: "file", path: "/audit.log", mode: 0o600, beginning: "" } as const;

suite("simulated audit files", () => {
  test("keep their text when they are opened again", async () => {
    const files = new SimulatedAuditFiles();
    await (await files.sinks().open(device)).write("one\n");
    await (await files.sinks().open(device)).write("two\n");
    expect(files.text("/audit.log")).to.equal("one\ntwo\n");
    expect(files.text("/other.log")).to.equal("");
  });

  test("are refused if they hold entries of another prefix", async () => {
    const files = new SimulatedAuditFiles();
    await (await files.sinks().open({ ...device, beginning: "a: {" })).write("a: {}\n");
    for (const [beginning, outcome] of [
      ["{", "file_path must be a new file, or one with entries of an audit device with this prefix"],
      ["a: {", "open"],
    ] as const) {
      const opening = files.sinks().open({ ...device, beginning });
      expect(
        await opening.then(
          () => "open",
          (error: Error) => error.message,
        ),
      ).to.equal(outcome);
    }
  });

  test("on a full disk refuse writes and opening", async () => {
    const files = new SimulatedAuditFiles();
    const sink = await files.sinks().open(device);
    files.isFull = true;
    const refused = [sink.write("lost\n"), files.sinks().open(device)].map((one) =>
      one.catch((error: Error) => error.message),
    );
    expect(await Promise.all(refused)).to.deep.equal(Array(2).fill("no space left on the device"));
    files.isFull = false;
    await sink.write("kept\n");
    expect(files.text("/audit.log")).to.equal("kept\n");
  });
});
