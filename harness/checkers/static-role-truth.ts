import type { Checker } from "./checker.ts";
import { fieldsOf } from "./models/operator-command.ts";
import { SeenDatabases } from "./models/seen-databases.ts";
import { isRotation, mayRotate, names } from "./models/statements.ts";

type Told = {
  readonly password: string;
  readonly seq: number;
  readonly at: number;
  readonly cluster: string;
  readonly older: Set<string>;
};

/** The failpoint that a rotation reaches when a cluster has stored the new password. */
const rotationRecorded = "rotation recorded";

/** The password that a primary tells of a static role logs in, and one that it told before does not. */
export const staticRoleTruth: Checker = {
  name: "the password of a static role is the one that logs in",
  invariants: ["22"],
  judge({ broken, undecided, heading, models: { roles }, time }) {
    const told = new Map<string, Told>();
    const rotated = new Map<string, number>();
    /** When the cluster that rotated a user had recorded its new password; until then it may still tell the old one. */
    const recorded = new Map<string, number>();
    /** Users whose new password a cluster has not recorded yet, oldest first. */
    const unrecorded = new Map<string, Set<string>>();
    let tellsOfRecords = false;
    /** The first login that went otherwise than told, by user: what was under way then may be why, and is known when it ends. */
    const suspected = new Map<string, Readonly<{ seq: number; at: number; sentence: string }>>();
    /** Users of whom it is not known which password holds, until the next rotation. */
    const unsettled = new Set<string>();
    const databases = new SeenDatabases();
    let crashed = 0;
    return {
      on: {
        // What was under way then is finished later; until then either may be the one.
        crash({ seq, cluster }) {
          crashed = seq;
          told.clear();
          unrecorded.delete(cluster);
        },
        failpoint({ seq, cluster, place }) {
          if (place !== rotationRecorded) return;
          tellsOfRecords = true;
          const [subject] = unrecorded.get(cluster) ?? [];
          if (subject === undefined) return;
          unrecorded.get(cluster)?.delete(subject);
          recorded.set(subject, seq);
        },
        statement(statement) {
          if (statement.from === "client")
            for (const user of [...told.keys()]) if (names(statement, user)) told.delete(user);
          const { subject = "", seq, asked = seq, from } = statement;
          if (mayRotate(statement)) {
            unsettled.add(subject);
            told.delete(subject);
          }
          if (!isRotation(statement)) return;
          unsettled.delete(subject);
          rotated.set(subject, seq);
          // A history without failpoints tells of no records.
          if (tellsOfRecords) recorded.set(subject, Number.POSITIVE_INFINITY);
          const those = unrecorded.get(from) ?? new Set();
          those.delete(subject);
          unrecorded.set(from, those.add(subject));
          const last = suspected.get(subject);
          if (last && asked < last.seq) suspected.delete(subject);
        },
        login({ seq, at, from, user, password, outcome }) {
          const now = told.get(user);
          if (from !== "client" || !now || password === undefined || (rotated.get(user) ?? 0) > now.seq) return;
          // Where what clusters ask is not recorded, it may have been rotated just now.
          const gap = databases.gap(heading);
          if (gap !== undefined) return undecided(gap);
          const suspect = (sentence: string) => suspected.has(user) || suspected.set(user, { seq, at, sentence });
          if (outcome === "fail" && password === now.password) {
            suspect(
              `${now.cluster} told the password of ${user} at ${time(now)}, and it does not log in at ${time({ at })}`,
            );
          }
          if (outcome === "ok" && now.older.has(password)) {
            suspect(`the password of ${user} from before ${time(now)} still logs in at ${time({ at })}`);
          }
        },
      },
      answered({ request, answer }) {
        databases.answered({ request, answer });
        if (!/(^|\/)static-creds\/[^/]+$/.test(request.path) || answer.secret === undefined) return;
        const { username } = fieldsOf(fieldsOf(answer.body).data);
        if (typeof username !== "string") return;
        const last = told.get(username);
        const older = last?.older ?? new Set();
        if (last && last.password !== answer.secret) older.add(last.password);
        older.delete(answer.secret);
        // A secondary may be behind, and tells what was; after a crash a rotation may wait to be finished.
        const rotation = rotated.get(username) ?? 0;
        const since = Math.max(rotation, recorded.get(username) ?? 0);
        const isBehind = roles.of(request.cluster).mode === "secondary" || since > request.seq || rotation < crashed;
        if (isBehind || unsettled.has(username)) told.delete(username);
        else {
          const { seq, at } = answer;
          told.set(username, { password: answer.secret, seq, at, cluster: request.cluster, older });
        }
      },
      end() {
        const [first] = [...suspected.values()].sort((one, other) => one.seq - other.seq);
        if (first) broken(first, first.sentence);
      },
    };
  },
};
