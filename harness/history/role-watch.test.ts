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

suite("the role of a cluster", () => {
  test("is bootstrapping from its log line about the copy until its log line that the copy is complete", () => {
    const watch = new RoleWatch();
    expect(watch.fromLog(enabled)).to.include({ role: "bootstrapping" });
    expect(watch.fromReply(answered)).to.equal(undefined);
    expect(watch.fromLog(copied)).to.include({ role: "secondary" });
    expect(watch.fromReply(status("secondary", "stream-wals"))).to.include({ role: "secondary", state: "stream-wals" });
  });

  test("is not bootstrapping if the response to the command arrives after the copy", () => {
    const watch = new RoleWatch();
    watch.fromLog(enabled);
    watch.fromLog(copied);
    expect(watch.fromReply(answered)).to.equal(undefined);
  });

  test("is bootstrapping from the response on if logs are not recorded", () => {
    expect(new RoleWatch().fromReply(answered)).to.include({ role: "bootstrapping" });
  });

  test("does not change if an existing secondary has copied", () => {
    const watch = new RoleWatch();
    watch.fromReply(status("secondary", "merkle-sync"));
    expect(watch.fromLog(copied)).to.equal(undefined);
  });
});
