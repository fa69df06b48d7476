import { suite, test } from "node:test";
import { expect } from "chai";
import { RoleWatch } from "./role-watch.ts";

const cluster = "Lima";
const enabled = { cluster, message: "enabled as a secondary: all that was stored is deleted" };
const copied = { cluster, message: "copy complete" };
const performance = "sys/replication/performance";
const answered = { cluster, path: `${performance}/secondary/enable`, status: 200, data: undefined };
const status = (mode: string, state: string) => ({
  cluster,
  path: `${performance}/status`,
  status: 200,
  data: { mode, state },
});

suite("what a cluster is", () => {
  test("is copying from when its log says so until its log says that the copy is complete", () => {
    const watch = new RoleWatch();
    expect(watch.hear(enabled)).to.include({ role: "bootstrapping" });
    expect(watch.see(answered)).to.equal(undefined);
    expect(watch.hear(copied)).to.include({ role: "secondary" });
    expect(watch.see(status("secondary", "stream-wals"))).to.include({ role: "secondary", state: "stream-wals" });
  });

  test("is not copying when the answer to the command comes after the copy", () => {
    const watch = new RoleWatch();
    watch.hear(enabled);
    watch.hear(copied);
    expect(watch.see(answered)).to.equal(undefined);
  });

  test("is copying from the answer on where logs are not seen", () => {
    expect(new RoleWatch().see(answered)).to.include({ role: "bootstrapping" });
  });

  test("stays what it is when a secondary of before has copied", () => {
    const watch = new RoleWatch();
    watch.see(status("secondary", "merkle-sync"));
    expect(watch.hear(copied)).to.equal(undefined);
  });
});
