import type { Checker } from "./checker.ts";
import { call, statement } from "./example.ts";
import { fieldsOf } from "./models/operator-command.ts";
import { SeenDatabases } from "./models/seen-databases.ts";
import { isRotation, mayRotate, names } from "./models/statements.ts";

type ReturnedPassword = {
  readonly password: string;
  readonly seq: number;
  readonly at: number;
  readonly cluster: string;
  readonly older: Set<string>;
};

/** Name of the failpoint that a rotation passes after the cluster has stored the new password as valid. */
const rotationRecorded = "rotation recorded";

export const staticRoleTruth: Checker = {
  name: "the password of a static role is the one that logs in",
  invariants: ["22"],
  rule: "The password that a primary returns for a static role is valid in the database; earlier ones are not.",
  sources: ["DB-STATICCREDS-01", "OWN-DBCASE-03"],
  excuses: [
    "Passwords that a secondary returns are not checked: it may lag.",
    "During a rotation, until the cluster has recorded the new password, either password may be valid.",
    "After a crash, or a rotation with an unknown outcome, the password is unknown until the next rotation.",
    "Users that an operator changes or removes by hand are not checked.",
    "With a database whose statements cannot be parsed, the rule is undecided.",
  ],
  example: {
    broken: [
      [0, statement("Oslo", "ALTER ROLE app WITH PASSWORD '•••'", { subject: "app" })],
      [1, { type: "failpoint", cluster: "Oslo", place: "rotation recorded" }],
      [
        2,
        ...call(
          "Oslo",
          "GET database/static-creds/app",
          {},
          { body: { data: { username: "app" } }, secret: "digest-1" },
        ),
      ],
      [3, { type: "login", from: "client", user: "app", password: "digest-1", outcome: "fail" }],
    ],
    held: [[3, { type: "login", from: "client", user: "app", password: "digest-1", outcome: "ok" }]],
  },
  judge({ broken, undecided, heading, models: { roles }, time }) {
    const returned = new Map<string, ReturnedPassword>();
    const rotated = new Map<string, number>();
    /**
     * The number of the event at which the cluster recorded that the new password is valid, by user; Infinity if it has
     * not. Until then, responses may contain the old password.
     */
    const recorded = new Map<string, number>();
    /** Users whose rotation the database has executed but the cluster has not recorded, oldest first, by cluster. */
    const unrecorded = new Map<string, Set<string>>();
    let hasFailpoints = false;
    /**
     * The first login with an unexpected result, by user. It is reported at the end of the history, because a later
     * statement may show that a rotation was in progress at the login.
     */
    const suspected = new Map<string, Readonly<{ seq: number; at: number; sentence: string }>>();
    const uncertain = new Set<string>();
    const databases = new SeenDatabases();
    let crashed = 0;
    return {
      on: {
        // A rotation in progress is completed later; until then, either password may be valid.
        crash({ seq, cluster }) {
          crashed = seq;
          returned.clear();
          unrecorded.delete(cluster);
        },
        failpoint({ seq, cluster, place }) {
          if (place !== rotationRecorded) return;
          hasFailpoints = true;
          const [subject] = unrecorded.get(cluster) ?? [];
          if (subject === undefined) return;
          unrecorded.get(cluster)?.delete(subject);
          recorded.set(subject, seq);
        },
        statement(statement) {
          if (statement.from === "client")
            for (const user of [...returned.keys()]) if (names(statement, user)) returned.delete(user);
          const { subject = "", seq, asked = seq, from } = statement;
          if (mayRotate(statement)) {
            uncertain.add(subject);
            returned.delete(subject);
          }
          if (!isRotation(statement)) return;
          uncertain.delete(subject);
          rotated.set(subject, seq);
          // In a history without failpoints, the time of recording is unknown.
          if (hasFailpoints) recorded.set(subject, Number.POSITIVE_INFINITY);
          const those = unrecorded.get(from) ?? new Set();
          those.delete(subject);
          unrecorded.set(from, those.add(subject));
          const last = suspected.get(subject);
          if (last && asked < last.seq) suspected.delete(subject);
        },
        login({ seq, at, from, user, password, outcome }) {
          const now = returned.get(user);
          if (from !== "client" || !now || password === undefined || (rotated.get(user) ?? 0) > now.seq) return;
          // Without recorded statements, the password may just have been rotated.
          const gap = databases.gap(heading);
          if (gap !== undefined) return undecided(gap);
          const suspect = (sentence: string) => suspected.has(user) || suspected.set(user, { seq, at, sentence });
          if (outcome === "fail" && password === now.password) {
            suspect(
              `${now.cluster} returned the password of ${user} at ${time(now)}, but it is refused at ${time({ at })}`,
            );
          }
          if (outcome === "ok" && now.older.has(password)) {
            suspect(`the password of ${user} from before ${time(now)} is still accepted at ${time({ at })}`);
          }
        },
      },
      answered({ request, answer }) {
        databases.answered({ request, answer });
        if (!/(^|\/)static-creds\/[^/]+$/.test(request.path) || answer.secret === undefined) return;
        const { username } = fieldsOf(fieldsOf(answer.body).data);
        if (typeof username !== "string") return;
        const last = returned.get(username);
        const older = last?.older ?? new Set();
        if (last && last.password !== answer.secret) older.add(last.password);
        older.delete(answer.secret);
        // A secondary may lag and return an earlier password; after a crash, a rotation may be incomplete.
        const rotation = rotated.get(username) ?? 0;
        const since = Math.max(rotation, recorded.get(username) ?? 0);
        const isSecondary = roles.isChanging(request.cluster) || roles.of(request.cluster).mode === "secondary";
        const isBehind = isSecondary || since > request.seq || rotation < crashed;
        if (isBehind || uncertain.has(username)) returned.delete(username);
        else {
          const { seq, at } = answer;
          returned.set(username, { password: answer.secret, seq, at, cluster: request.cluster, older });
        }
      },
      end() {
        const [first] = [...suspected.values()].sort((one, other) => one.seq - other.seq);
        if (first) broken(first, first.sentence);
      },
    };
  },
};
