import type { Checker } from "./checker.ts";
import { fieldsOf } from "./models/operator-command.ts";
import { SeenDatabases } from "./models/seen-databases.ts";
import { isCreation, isRemoval, mayMake } from "./models/statements.ts";

type Made = { readonly cluster: string; readonly at: number; isGiven: boolean };

/** Who is given credentials has a user at the database, and when all has settled every user that is there was given to a client. */
export const credentialsExist: Checker = {
  name: "users and leases are the same",
  invariants: ["20"],
  judge({ broken, undecided, heading, time }) {
    const users = new Map<string, Made>();
    const there = new Set<string>();
    const databases = new SeenDatabases();
    return {
      on: {
        statement(statement) {
          const { from, subject = "", at } = statement;
          if (mayMake(statement)) there.add(subject);
          else if (isRemoval(statement)) there.delete(subject);
          if (isCreation(statement)) users.set(subject, { cluster: from, at, isGiven: false });
          else if (isRemoval(statement)) users.delete(subject);
        },
        settled(settled) {
          for (const [user, { cluster, at, isGiven }] of users) {
            if (!isGiven)
              broken(
                settled,
                `${cluster} made ${user} at ${time({ at })}, and gave it to no client; it is still there when all has settled`,
              );
          }
        },
      },
      answered({ request, answer }) {
        databases.answered({ request, answer });
        const body = fieldsOf(answer.body);
        const { username } = fieldsOf(body.data);
        if (!/(^|\/)creds\/[^/]+$/.test(request.path) || answer.outcome !== "ok" || typeof username !== "string")
          return;
        const made = users.get(username);
        if (made) made.isGiven = true;
        if (there.has(username)) return;
        if (databases.gap(heading) !== undefined) undecided(databases.gap(heading) ?? "");
        else
          broken(
            answer,
            `${request.cluster} gave out ${username} at ${time(answer)}, and the database has no such user`,
          );
      },
    };
  },
};
