import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { suite, test } from "node:test";
import { setTimeout as passed } from "node:timers/promises";
import { expect } from "chai";
import { refusal, vault } from "./setting.ts";

suite("mounts", () => {
  test("an engine is enabled, listed, tuned and disabled", async () => {
    await vault().mount({
      mount_point: "node-mount",
      type: "kv",
      description: "ours",
      config: { max_lease_ttl: "2h" },
    });
    const mounts = await vault().mounts();
    expect(mounts["node-mount/"]).to.include({ type: "kv", description: "ours", local: false });
    expect(mounts["node-mount/"].config).to.include({ max_lease_ttl: 7200, default_lease_ttl: 0 });
    expect(mounts.data["node-mount/"].accessor).to.match(/^kv_[0-9a-f]{8}$/);
    await vault().write("sys/mounts/node-mount/tune", { default_lease_ttl: "1h", description: "theirs" });
    expect((await vault().read("sys/mounts/node-mount/tune")).data).to.include({
      default_lease_ttl: 3600,
      max_lease_ttl: 7200,
    });
    const used = await refusal(vault().mount({ mount_point: "node-mount", type: "kv" }));
    expect([used.status, used.message]).to.deep.equal([400, "path is already in use at node-mount/"]);
    await vault().unmount({ mount_point: "node-mount" });
    expect(await vault().mounts()).to.not.have.property("node-mount/");
  });

  test("an engine is moved with all its data", async () => {
    await vault().mount({ mount_point: "node-from", type: "kv" });
    await vault().write("node-from/a", { n: 1 });
    const { migration_id } = await vault().remount({ from: "node-from", to: "node-to" });
    for (let tries = 0; tries < 50; tries++) {
      const { data } = await vault().read(`sys/remount/status/${migration_id}`);
      if (data.migration_info.status === "success") break;
      await passed(100);
    }
    expect((await vault().read("node-to/a")).data).to.deep.equal({ n: 1 });
    expect((await refusal(vault().read("node-from/a"))).message).to.match(/^no handler for route "node-from\/a"/);
    await vault().unmount({ mount_point: "node-to" });
  });

  test("an unknown engine is named in the refusal", async () => {
    const { status, message } = await refusal(vault().mount({ mount_point: "node-none", type: "nonsense" }));
    expect([status, message]).to.deep.equal([400, "plugin not found in the catalog: nonsense"]);
  });

  test("a login method is enabled, listed, tuned and disabled", async () => {
    await vault().enableAuth({ mount_point: "node-auth", type: "userpass", description: "ours" });
    const auths = await vault().auths();
    expect(auths["node-auth/"]).to.include({ type: "userpass", description: "ours" });
    expect(auths["token/"].type).to.equal("token");
    await vault().write("sys/auth/node-auth/tune", { default_lease_ttl: "30m", listing_visibility: "unauth" });
    expect((await vault().read("sys/auth/node-auth/tune")).data).to.include({
      default_lease_ttl: 1800,
      listing_visibility: "unauth",
    });
    await vault().disableAuth({ mount_point: "node-auth" });
    expect(await vault().auths()).to.not.have.property("node-auth/");
  });
});

test("an audit device is enabled, logs requests without their secrets, and is disabled", async () => {
  const folder = mkdtempSync(join(tmpdir(), "understudy-audit-"));
  try {
    const path = join(folder, "audit.log");
    await vault().enableAudit({ name: "node-audit", type: "file", options: { file_path: path } });
    expect((await vault().audits())["node-audit/"]).to.include({ type: "file" });
    await vault().write("secret/data/node/audited", { data: { secret: "open-sesame" } });
    const { hash } = await vault().write("sys/audit-hash/node-audit", { input: "open-sesame" });
    expect(hash).to.match(/^hmac-sha256:[0-9a-f]{64}$/);
    await vault().disableAudit({ name: "node-audit" });
    const log = readFileSync(path, "utf8");
    expect(log).to.include('"path":"secret/data/node/audited"').and.to.include(hash);
    expect(log).to.not.include("open-sesame");
    expect(await vault().audits()).to.not.have.property("node-audit/");
  } finally {
    rmSync(folder, { recursive: true });
  }
});
