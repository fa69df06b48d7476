import type { Checker } from "./checker.ts";
import { fieldsOf } from "./models/operator-command.ts";
import { isRemoval } from "./models/statements.ts";

/** How long after the end of its lease a user may still be there when all has settled, in milliseconds: retries wait longer and longer. */
const graceMilliseconds = 60_000;

type Given = { readonly user: string; readonly at: number; endsAt: number };

/** When all has settled, no user is left whose lease ended. */
export const deadUsersGo: Checker = {
  name: "a user is gone with its lease",
  invariants: ["17", "21"],
  judge({ broken, time }) {
    const leases = new Map<string, Given>();
    return {
      on: {
        statement(statement) {
          if (!isRemoval(statement)) return;
          for (const [id, { user }] of leases) if (user === statement.subject) leases.delete(id);
        },
        settled(settled) {
          for (const { user, at, endsAt } of leases.values()) {
            if (endsAt + graceMilliseconds >= settled.at) continue;
            broken(
              settled,
              `${user}, given out at ${time({ at })}, is still there when all has settled, though its lease ended at ${time({ at: endsAt })}`,
            );
          }
        },
      },
      answered({ request, answer }) {
        const { lease_id: id, lease_duration: seconds, data } = fieldsOf(answer.body);
        if (typeof id !== "string" || id === "" || typeof seconds !== "number" || answer.outcome !== "ok") return;
        const endsAt = answer.at + seconds * 1000;
        const known = leases.get(id);
        if (known) known.endsAt = Math.max(known.endsAt, endsAt);
        const { username } = fieldsOf(data);
        if (!known && typeof username === "string" && /(^|\/)creds\/[^/]+$/.test(request.path))
          leases.set(id, { user: username, at: answer.at, endsAt });
      },
    };
  },
};
