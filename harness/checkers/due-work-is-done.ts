import type { Checker } from "./checker.ts";
import { call, settled, statement } from "./example.ts";
import { IssuedUsers } from "./models/issued-users.ts";
import { commandOf, fieldsOf } from "./models/operator-command.ts";
import { millisecondsOf } from "./models/period.ts";
import { SeenDatabases } from "./models/seen-databases.ts";
import { SetBack } from "./models/set-back.ts";
import { isRotation } from "./models/statements.ts";

/** Tolerated delay of a revocation or rotation in milliseconds, besides the time by which a clock was set back. */
const graceMilliseconds = 120_000;

type Role = { readonly period: number; readonly path: string; rotatedAt: number };

export const dueWorkIsDone: Checker = {
  name: "what is due is done",
  invariants: ["L4"],
  rule: `At quiescence, no database user outlives its lease by more than ${graceMilliseconds / 1000} s, and the password of every static role was rotated at most ${graceMilliseconds / 1000} s after it was due.`,
  sources: ["DB-CREDS-04", "DB-STATIC-09", "OWN-DBLEASE-01"],
  excuses: [
    "The time by which the cluster's clock was set back is added.",
    "A lease that a cluster's log names, for example because its revocation failed, is excused.",
    "Static roles are not checked after a replication command, a change of mounts or namespaces, a seal, or a log message that a password could not be rotated.",
    "With a database whose statements cannot be parsed, the rule is undecided.",
  ],
  example: {
    broken: [
      [0, ...call("Oslo", "POST database/static-roles/app", { body: { username: "app", rotation_period: "1h" } })],
      [1, statement("Oslo", "ALTER ROLE app WITH PASSWORD '•••'", { subject: "app" })],
      [3999, settled],
    ],
    held: [
      [3601, statement("Oslo", "ALTER ROLE app WITH PASSWORD '•••'", { subject: "app" })],
      [3999, settled],
    ],
  },
  judge({ broken, undecided, heading, time }) {
    const users = new IssuedUsers();
    const databases = new SeenDatabases();
    const roles = new Map<string, Role>();
    const clocks = new SetBack();
    return {
      on: {
        fault: (fault) => clocks.fault(fault),
        statement(statement) {
          users.statement(statement);
          const role = roles.get(statement.subject ?? "");
          if (role && isRotation(statement)) role.rotatedAt = statement.at;
        },
        log(log) {
          users.log(log);
          // A cluster that cannot rotate a password logs this and retries.
          if (log.level !== "info" && /could not be rotated/.test(log.message)) roles.clear();
        },
        settled(settled) {
          const gap = databases.gap(heading);
          for (const issued of users.all()) {
            if (settled.at < issued.endsAt + clocks.of(issued.cluster) + graceMilliseconds || users.isReported(issued))
              continue;
            if ((issued.touchedAt ?? 0) >= issued.endsAt) continue;
            if (gap !== undefined) return undecided(gap);
            broken(
              settled,
              `the lease of ${issued.user}, issued by ${issued.cluster} at ${time(issued)}, ended at ${time({ at: issued.endsAt })}, ` +
                `but the user still exists at ${time(settled)}`,
            );
          }
          for (const [user, { rotatedAt, period }] of roles) {
            if (settled.at < rotatedAt + period + clocks.most + graceMilliseconds) continue;
            if (gap !== undefined) return undecided(gap);
            broken(
              settled,
              `the password of ${user} was rotated at ${time({ at: rotatedAt })}, but not again by ${time(settled)}, although its period is ${period / 1000} s`,
            );
          }
        },
      },
      answered(operation) {
        const { request, answer } = operation;
        users.answered(operation);
        databases.answered(operation);
        // A replication command may lead to the loss or the replacement of roles.
        if (commandOf(operation) && answer.outcome !== "fail") roles.clear();
        if (answer.outcome === "fail" || request.method === "GET" || request.method === "LIST") return;
        if (/sys\/(mounts|remount|namespaces|seal)/.test(request.path)) roles.clear();
        if (!/(^|\/)static-roles\/[^/]+$/.test(request.path)) return;
        for (const [user, role] of roles) if (role.path === request.path) roles.delete(user);
        const { username: user, rotation_period: rotationPeriod } = fieldsOf(request.body);
        const period = millisecondsOf(rotationPeriod);
        if (request.method !== "DELETE" && answer.outcome === "ok" && typeof user === "string" && period !== undefined)
          roles.set(user, { period, path: request.path, rotatedAt: answer.at });
      },
    };
  },
};
