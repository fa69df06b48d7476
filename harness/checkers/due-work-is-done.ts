import type { Checker } from "./checker.ts";
import { IssuedUsers } from "./models/issued-users.ts";
import { commandOf, fieldsOf } from "./models/operator-command.ts";
import { millisecondsOf } from "./models/period.ts";
import { SeenDatabases } from "./models/seen-databases.ts";
import { SetBack } from "./models/set-back.ts";
import { isRotation } from "./models/statements.ts";

/** Maximum delay of a revocation or rotation in milliseconds. */
const graceMilliseconds = 120_000;

type Role = { readonly period: number; readonly path: string; rotatedAt: number };

/** At quiescence, no database user outlives its lease, and the password of every static role was rotated when due. */
export const dueWorkIsDone: Checker = {
  name: "what is due is done",
  invariants: ["L4"],
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
              `the lease of ${issued.user}, issued by ${issued.cluster} at ${time(issued)}, ended at ${time({ at: issued.endsAt })},` +
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
        // Roles that may be lost in a forced failover or replaced by those of another set are not checked.
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
