import type { Checker } from "./checker.ts";
import { answer, request, statement } from "./example.ts";
import { isRotation, names } from "./models/statements.ts";

type Rotated = Readonly<{ before: string | undefined; cluster: string; connection: string; seq: number; at: number }>;

/** Returns the mount and connection name in a request path, such as `database/main`, or undefined. */
function connectionOf(path: string): string | undefined {
  const [, mount, name] = /^(.*?)\/?\b(?:rotate-root|config)\/([^/]+)$/.exec(path) ?? [];
  return name === undefined ? undefined : `${mount}/${name}`;
}

export const rootRotation: Checker = {
  name: "a root rotation holds from its acknowledgement on",
  invariants: ["24"],
  rule: "After a root rotation is acknowledged, the new password of the root user is valid and the previous password is not.",
  sources: ["DB-ROTROOT-01", "DB-ROTROOT-02", "OWN-DBCASE-04"],
  excuses: [
    "From the request of another rotation or a change of the connection on, on any cluster, another password may be tried.",
    "A crash ends the check: the rotation may be repeated.",
    "After a promotion by force, a cluster that rejoins discards the new password. A cluster that is enabled as a secondary always does.",
    "Users that an operator changes or removes by hand are not checked.",
  ],
  example: {
    broken: [
      [0, request("Oslo", "POST database/rotate-root/main")],
      [1, statement("Oslo", "ALTER ROLE steward WITH PASSWORD '•••'", { subject: "steward", user: "steward" })],
      [2, answer({ status: 204 })],
      [8, { type: "login", from: "Oslo", user: "steward", password: "digest-1", outcome: "fail" }],
    ],
    held: [[8, { type: "login", from: "Oslo", user: "steward", password: "digest-2", outcome: "ok" }]],
  },
  judge({ broken, models: { roles }, time }) {
    const used = new Map<string, string>();
    const before = new Map<string, string>();
    const rotated = new Map<string, Rotated>();
    /** The database user that last changed its own password on a connection from a cluster, by cluster. */
    const rotating = new Map<string, string>();
    const discard = (cluster: string) => {
      for (const [user, one] of rotated) if (one.cluster === cluster) rotated.delete(user);
    };
    return {
      on: {
        crash: () => rotated.clear(),
        statement(statement) {
          if (statement.from === "client")
            for (const user of [...rotated.keys()]) if (names(statement, user)) rotated.delete(user);
          if (!isRotation(statement) || statement.subject !== statement.user) return;
          rotating.set(statement.from, statement.user);
          const password = used.get(statement.user);
          if (password !== undefined) before.set(statement.user, password);
          rotated.delete(statement.user);
        },
        // The request may go to any cluster; the primary rotates.
        request({ path, cluster }) {
          // It may wipe the cluster before the response.
          if (path.endsWith("replication/performance/secondary/enable")) discard(cluster);
          const connection = connectionOf(path);
          if (connection === undefined) return;
          for (const [user, one] of rotated) if (one.connection === connection) rotated.delete(user);
        },
        login({ seq, at, from, user, password, outcome, asked = seq }) {
          const rotation = rotated.get(user);
          // Logins that started before the acknowledgement are ignored.
          const since = rotation && asked > rotation.seq ? rotation : undefined;
          if (since && outcome === "ok" && password !== undefined && password === since.before) {
            broken(
              { seq, at },
              `the root password of ${user} from before its rotation at ${time(since)} is still accepted at ${time({ at })}`,
            );
          }
          if (since && outcome === "fail" && from === since.cluster) {
            broken(
              { seq, at },
              `${from} rotated the root password of ${user} at ${time(since)}, but its login is refused at ${time({ at })}`,
            );
          }
          if (from !== "client" && outcome === "ok" && password !== undefined) used.set(user, password);
        },
      },
      answered({ request: { path, cluster }, answer: { outcome, seq, at } }) {
        // After a promotion by force, a cluster that rejoins discards its entries, including the new password.
        if (roles.isForced && outcome !== "fail" && path.endsWith("/update-primary")) discard(cluster);
        if (!/(^|\/)rotate-root\//.test(path) || outcome !== "ok") return;
        const user = rotating.get(cluster);
        const connection = connectionOf(path);
        if (user !== undefined && connection !== undefined)
          rotated.set(user, { before: before.get(user), cluster, connection, seq, at });
      },
    };
  },
};
