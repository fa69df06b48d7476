import { suite, test } from "node:test";
import { expect } from "chai";
import { ClusterActor } from "./cluster-actor.ts";
import { simulated } from "./simulated.ts";

const ways: Readonly<Record<string, (from: ClusterActor, to: ClusterActor) => Promise<void>>> = {
  "is promoted in its place": async (from, to) => {
    await from.demote();
    await to.promote();
  },
  "is promoted by force beside it": (_, to) => to.promoteByForce(),
};

suite("a rotation whose commit hangs during a failover", () => {
  for (const [way, failOver] of Object.entries(ways)) {
    test(`is finished without a lost password by the cluster that ${way}`, async () => {
      await using stage = await simulated({ seed: 1, topology: { name: "two", clusters: ["Oslo", "Lima"] } });
      const [oslo, lima] = stage.clusters.map((cluster) => new ClusterActor(cluster, stage.eventually));
      if (!oslo || !lima) throw new Error("expected two clusters");
      await stage.database.run([
        "CREATE ROLE root LOGIN SUPERUSER PASSWORD 'root-initial'",
        "CREATE ROLE app LOGIN PASSWORD 'app-initial'",
      ]);
      await oslo.enablePrimary();
      await lima.enableSecondary(await oslo.secondaryToken("lima"));
      await oslo.send("POST", "sys/mounts/database", { type: "database" });
      await oslo.send("POST", "database/config/pg", {
        plugin_name: "postgresql-database-plugin",
        connection_url: stage.database.urlFor("{{username}}", "{{password}}"),
        username: "root",
        password: "root-initial",
        allowed_roles: "*",
      });
      await oslo.send("POST", "database/static-roles/x", { db_name: "pg", username: "app", rotation_period: "24h" });

      stage.commits.hold();
      for (const path of ["database/rotate-role/x", "database/rotate-root/pg"]) {
        const { message } = await oslo.send("POST", path).then(
          () => expect.fail(`expected no reply to ${path}`),
          (error: Error) => error,
        );
        expect(message).to.include("no answer");
      }
      // The announcements have arrived; no pending commit has taken effect.
      await stage.pass(1_000);
      await failOver(oslo, lima);
      await stage.pass(60_000);
      stage.commits.release();
      await stage.pass(60_000);

      // The stored password must log in; an open session would not show this.
      await lima.send("POST", "database/reset/pg");
      await lima.send("POST", "database/rotate-root/pg");
      const { username, password } = await lima.read("database/static-creds/x");
      expect(await stage.database.accepts(String(username), String(password))).to.equal(true);
    });
  }
});
