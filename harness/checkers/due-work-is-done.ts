import type { Checker } from "./checker.ts";
import { GivenUsers } from "./models/issued-users.ts";
import { commandOf, fieldsOf } from "./models/operator-command.ts";
import { millisecondsOf } from "./models/period.ts";
import { SeenDatabases } from "./models/seen-databases.ts";
import { SetBack } from "./models/set-back.ts";
import { isRotation } from "./models/statements.ts";

/** What came due last may take so much longer, in milliseconds. */
const graceMilliseconds = 120_000;

type Role = { readonly period: number; readonly path: string; rotatedAt: number };

/** When all has settled, no lease is over whose user is still there, and no static role was left unrotated for longer than its period. */
export const dueWorkIsDone: Checker = {
  name: "what is due is done",
  invariants: ["L4"],
  judge({ broken, undecided, heading, time }) {
    const users = new GivenUsers();
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
          // Who cannot rotate says so, and tries again.
          if (log.level !== "info" && /could not be rotated/.test(log.message)) roles.clear();
        },
        settled(settled) {
          const gap = databases.gap(heading);
          for (const given of users.all()) {
            if (settled.at < given.endsAt + clocks.of(given.cluster) + graceMilliseconds || users.isTold(given))
              continue;
            if ((given.touchedAt ?? 0) >= given.endsAt) continue;
            if (gap !== undefined) return undecided(gap);
            broken(
              settled,
              `the lease of ${given.user}, given out in ${given.cluster} at ${time(given)}, was over at ${time({ at: given.endsAt })}, ` +
                `and the user is still there at ${time(settled)}`,
            );
          }
          for (const [user, { rotatedAt, period }] of roles) {
            if (settled.at < rotatedAt + period + clocks.most + graceMilliseconds) continue;
            if (gap !== undefined) return undecided(gap);
            broken(
              settled,
              `the password of ${user} was rotated at ${time({ at: rotatedAt })}, and not again by ${time(settled)}, though it is due every ${period / 1000} s`,
            );
          }
        },
      },
      answered(operation) {
        const { request, answer } = operation;
        users.answered(operation);
        databases.answered(operation);
        // What is written before and lost by force, or taken over from another set, is not followed.
        if (commandOf(operation) && answer.outcome !== "fail") roles.clear();
        if (answer.outcome === "fail" || request.method === "GET" || request.method === "LIST") return;
        if (/sys\/(mounts|remount|namespaces|seal)/.test(request.path)) roles.clear();
        if (!/(^|\/)static-roles\/[^/]+$/.test(request.path)) return;
        for (const [user, role] of roles) if (role.path === request.path) roles.delete(user);
        const { username: user, rotation_period: told } = fieldsOf(request.body);
        const period = millisecondsOf(told);
        if (request.method !== "DELETE" && answer.outcome === "ok" && typeof user === "string" && period !== undefined)
          roles.set(user, { period, path: request.path, rotatedAt: answer.at });
      },
    };
  },
};
