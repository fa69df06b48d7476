import type { Checker } from "./checker.ts";
import { call, statement } from "./example.ts";
import { commandOf, fieldsOf } from "./models/operator-command.ts";
import { lostStores } from "./models/roles.ts";
import { isRotation } from "./models/statements.ts";

type Unrecorded = Readonly<{ password: string; cluster: string; at: number }>;

/** Commands after which a cluster may lack what it or its primary announced. */
const renewing: ReadonlySet<string | undefined> = new Set(["primary enable", "secondary enable", "disable"]);

const rotated = (seconds: number, password: string) =>
  [seconds, statement("Oslo", "ALTER ROLE app WITH PASSWORD '•••'", { subject: "app", password })] as const;

export const announcedPasswords: Checker = {
  name: "a password that may be valid is not forgotten",
  invariants: ["22"],
  rule: "A cluster that changed the password of a static role in the database, but has not recorded that, does not change it to another password.",
  sources: ["OWN-DBCASE-03", "DB-STATICCREDS-01"],
  excuses: [
    "A cluster that left its replication set may still rotate passwords: only two changes by the same cluster are compared.",
    "Users that an operator changes or removes by hand are not checked.",
    "After the database engine or a static role is removed or created, and when a cluster begins or leaves a replication set, the check starts again.",
    "A promotion by force, or the restore of a primary from a backup, ends the check: the cluster may not have the announced password.",
    "After the loss of a cluster's store, or its replacement by an older one, the check starts again.",
    "Stages without failpoints are not checked.",
  ],
  example: {
    broken: [
      [0, ...call("Oslo", "POST database/static-roles/app", { body: { username: "app" } })],
      [1, { type: "failpoint", cluster: "Oslo", place: "rotation recorded" }],
      rotated(2, "digest-2"),
      rotated(3, "digest-3"),
    ],
    held: [rotated(3, "digest-2")],
  },
  judge({ broken, models: { roles }, time }) {
    /** Passwords that a database has and no cluster has recorded, by user. */
    const unrecorded = new Map<string, Unrecorded>();
    /** Users of static roles. Rotations of other users, such as root users, are recorded differently. */
    const users = new Set<unknown>();
    let hasFailpoints = false;
    const commanded = (operation: Parameters<typeof commandOf>[0]) => {
      if (renewing.has(commandOf(operation)?.command)) unrecorded.clear();
    };
    return {
      on: {
        fault(fault) {
          if (lostStores(fault).length > 0) unrecorded.clear();
        },
        request(request) {
          const { method, path } = request;
          if (/(^|\/)static-roles\/[^/]+$/.test(path)) users.add(fieldsOf(request.body).username);
          commanded({ request });
          if (method === "GET") return;
          if (/(^|\/)(sys\/(mounts|remount|namespaces)|static-roles\/|config\/)/.test(path)) unrecorded.clear();
        },
        failpoint({ place, cluster }) {
          if (place !== "rotation recorded") return;
          hasFailpoints = true;
          for (const [user, last] of unrecorded) if (last.cluster === cluster) unrecorded.delete(user);
        },
        statement(statement) {
          const { seq, at, from, subject, password } = statement;
          if (subject === undefined) return;
          if (from === "client") return void unrecorded.delete(subject);
          if (!users.has(subject) || !isRotation(statement) || password === undefined) return;
          const last = unrecorded.get(subject);
          unrecorded.set(subject, { password, cluster: from, at });
          const isOwn = last?.cluster === from;
          if (!isOwn || last.password === password || !hasFailpoints || roles.isForced) return;
          broken(
            { seq, at },
            `${from} set another password of ${subject} at ${time({ at })}, before the password that ${last.cluster} set at ${time(last)} was recorded`,
          );
        },
      },
      answered: commanded,
    };
  },
};
