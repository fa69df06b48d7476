import type { Checker } from "./checker.ts";
import { isRotation, names } from "./models/statements.ts";

type Rotated = Readonly<{ before: string | undefined; cluster: string; connection: string; seq: number; at: number }>;

/** The mount and name of the connection that a path is about, such as `database/main`; undefined where it is about none. */
function connectionOf(path: string): string | undefined {
  const [, mount, name] = /^(.*?)\/?\b(?:rotate-root|config)\/([^/]+)$/.exec(path) ?? [];
  return name === undefined ? undefined : `${mount}/${name}`;
}

/** From the acknowledgement of a root rotation on, the password from before it logs in nowhere, and the cluster that rotated gets in. */
export const rootRotation: Checker = {
  name: "a root rotation holds from its acknowledgement on",
  invariants: ["24"],
  judge({ broken, models: { roles }, time }) {
    /** The password that clusters got in with last, and the one before their last rotation, by user. */
    const used = new Map<string, string>();
    const before = new Map<string, string>();
    const rotated = new Map<string, Rotated>();
    /** Who rotated its own password last, by cluster. */
    const rotating = new Map<string, string>();
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
        // Whichever cluster is asked: the one that rotates is the primary.
        request({ path }) {
          const connection = connectionOf(path);
          if (connection === undefined) return;
          for (const [user, one] of rotated) if (one.connection === connection) rotated.delete(user);
        },
        login({ seq, at, from, user, password, outcome, asked = seq }) {
          const rotation = rotated.get(user);
          // What was tried before the acknowledgement says nothing.
          const since = rotation && asked > rotation.seq ? rotation : undefined;
          if (since && outcome === "ok" && password !== undefined && password === since.before) {
            broken(
              { seq, at },
              `the root password of ${user} from before its rotation at ${time(since)} logs in at ${time({ at })}`,
            );
          }
          if (since && outcome === "fail" && from === since.cluster) {
            broken(
              { seq, at },
              `${from} rotated the root password of ${user} at ${time(since)} and does not get in at ${time({ at })}`,
            );
          }
          if (from !== "client" && outcome === "ok" && password !== undefined) used.set(user, password);
        },
      },
      answered({ request: { path, cluster }, answer: { outcome, seq, at } }) {
        // What it wrote after another was promoted by force is given up with its branch, and so is the password that it knew.
        if (roles.isForced && outcome !== "fail" && /\/(update-primary|secondary\/enable)$/.test(path))
          for (const [user, one] of rotated) if (one.cluster === cluster) rotated.delete(user);
        if (!/(^|\/)rotate-root\//.test(path) || outcome !== "ok") return;
        const user = rotating.get(cluster);
        const connection = connectionOf(path);
        if (user !== undefined && connection !== undefined)
          rotated.set(user, { before: before.get(user), cluster, connection, seq, at });
      },
    };
  },
};
