import type { Checker } from "./checker.ts";
import { call, statement } from "./example.ts";
import { commandOf, fieldsOf } from "./models/operator-command.ts";
import { lostStores } from "./models/roles.ts";
import { isRotation } from "./models/statements.ts";

type Moment = Readonly<{ seq: number; at: number }>;

type Unrecorded = Readonly<{
  password: string;
  cluster: string;
  at: number;
  /** The event after which a cluster may have begun to record the password, by cluster. */
  recording: Map<string, Moment>;
}>;

/** Commands after which a cluster may lack passwords that it or its primary announced. */
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
    "If a cluster crashes while it records a password, the password may be recorded.",
    "The cluster that records a password may be another one, which logged in with this password.",
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
    /** The last password of a user that the database has and no cluster has recorded, by user. */
    const unrecorded = new Map<string, Unrecorded>();
    /** Users of static roles. Rotations of other users, such as root users, are recorded differently. */
    const users = new Set<unknown>();
    let hasFailpoints = false;
    const begin = ({ recording }: Unrecorded, cluster: string, event: Moment) =>
      recording.has(cluster) || recording.set(cluster, event);
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
        crash({ seq, at, cluster }) {
          for (const [user, { recording }] of unrecorded) {
            const begun = recording.get(cluster);
            // At a crash at the failpoint itself, the cluster has not begun to record the password.
            if (begun?.seq === seq - 1 && begun.at === at) recording.delete(cluster);
            else if (begun) unrecorded.delete(user);
          }
        },
        failpoint({ seq, at, place, cluster }) {
          if (place === "rotation done in the database") {
            for (const last of unrecorded.values()) if (last.cluster === cluster) begin(last, cluster, { seq, at });
          }
          if (place !== "rotation recorded") return;
          hasFailpoints = true;
          for (const [user, { recording }] of unrecorded) if (recording.has(cluster)) unrecorded.delete(user);
        },
        // A cluster that finds a pending rotation logs in as the user, and records the password if that succeeds.
        login({ seq, at, from, user, password, outcome }) {
          const last = unrecorded.get(user);
          if (last && last.password === password && from !== "client" && outcome === "ok")
            begin(last, from, { seq, at });
        },
        statement(statement) {
          const { seq, at, from, subject, password } = statement;
          if (subject === undefined) return;
          if (from === "client") return void unrecorded.delete(subject);
          if (!users.has(subject) || !isRotation(statement) || password === undefined) return;
          const last = unrecorded.get(subject);
          const recording = last?.password === password ? last.recording : new Map<string, Moment>();
          recording.delete(from);
          unrecorded.set(subject, { password, cluster: from, at, recording });
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
