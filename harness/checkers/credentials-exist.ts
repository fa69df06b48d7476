import type { Checker } from "./checker.ts";
import { answer, issued, request, statement } from "./example.ts";
import { fieldsOf } from "./models/operator-command.ts";
import { SeenDatabases } from "./models/seen-databases.ts";
import { isCreation, isRemoval, mayCreate } from "./models/statements.ts";

type CreatedUser = { readonly cluster: string; readonly at: number; isIssued: boolean };

const [credentialsPath, credentialsLease] = [/(^|\/)creds\/[^/]+$/, /(^|\/)creds\/[^/]+\/[^/]+$/];

export const credentialsExist: Checker = {
  name: "users and leases are the same",
  invariants: ["20"],
  rule: "Issued credentials have an existing database user. At quiescence, all existing users were issued to clients.",
  sources: ["DB-CREDS-01", "DB-CREDS-07", "OWN-DBFAULT-01"],
  excuses: [
    "A response may take longer than the lease that it returns.",
    "A user whose credentials were requested without a response may exist if a lease exists that no client received.",
    "With a database whose statements cannot be parsed, issued credentials are undecided.",
  ],
  example: {
    broken: [
      [0, request("Oslo", "GET database/creds/app")],
      [1, statement("Oslo", 'CREATE ROLE "v-app-1"', { outcome: "fail" })],
      [2, answer(issued)],
    ],
    held: [[2, answer({ status: 500 })]],
  },
  judge({ broken, undecided, heading, time }) {
    const users = new Map<string, CreatedUser>();
    const there = new Set<string>();
    const databases = new SeenDatabases();
    const unanswered: Readonly<{ from: number; to: number }>[] = [];
    const received = new Set<string>();
    const surveyed = new Set<string>();
    const unreceived = new Set<string>();
    const unissued = (mayBeUnanswered: boolean) =>
      [...users].filter(
        ([, { at, isIssued }]) =>
          !isIssued && unanswered.some(({ from, to }) => from <= at && at <= to) === mayBeUnanswered,
      );
    const left = ([user, { cluster, at }]: readonly [string, CreatedUser]) =>
      `${cluster} created ${user} at ${time({ at })} and issued it to no client; the user still exists after all clusters converged`;
    return {
      on: {
        statement(statement) {
          const { from, subject = "", at } = statement;
          if (mayCreate(statement)) there.add(subject);
          else if (isRemoval(statement)) there.delete(subject);
          if (isCreation(statement)) users.set(subject, { cluster: from, at, isIssued: false });
          else if (isRemoval(statement)) users.delete(subject);
        },
        settled(settled) {
          surveyed.clear();
          unreceived.clear();
          for (const user of unissued(false)) broken(settled, left(user));
        },
        survey(survey) {
          const { of, cluster, items } = survey;
          if (of === "leases" && cluster !== undefined) {
            surveyed.add(cluster);
            for (const lease of Object.keys(items))
              if (credentialsLease.test(lease) && !received.has(lease)) unreceived.add(lease);
          }
          if (of !== "database users" || heading.clusters.some((one) => !surveyed.has(one))) return;
          const remaining = unissued(true).filter(([user]) => user in items);
          const [first] = remaining;
          if (first && remaining.length > unreceived.size)
            broken(survey, `${left(first)}, and of ${remaining.length} such users, ${unreceived.size} have a lease`);
        },
      },
      answered({ request, answer }) {
        databases.answered({ request, answer });
        const body = fieldsOf(answer.body);
        const { username } = fieldsOf(body.data);
        if (typeof body.lease_id === "string") received.add(body.lease_id);
        if (!credentialsPath.test(request.path)) return;
        if (answer.outcome === "unknown") unanswered.push({ from: request.at, to: answer.at });
        if (answer.outcome !== "ok" || typeof username !== "string") return;
        const created = users.get(username);
        if (created) created.isIssued = true;
        // A lease may have begun when it was requested, and may have ended before a slow response.
        const isOver = answer.at >= request.at + Number(body.lease_duration ?? Number.POSITIVE_INFINITY) * 1000;
        if (there.has(username) || isOver) return;
        if (databases.gap(heading) !== undefined) undecided(databases.gap(heading) ?? "");
        else
          broken(answer, `${request.cluster} issued ${username} at ${time(answer)}, but the database has no such user`);
      },
    };
  },
};
