import type { Checker } from "./checker.ts";
import { call, end, issued, settled, statement } from "./example.ts";
import { IssuedUsers } from "./models/issued-users.ts";
import { fieldsOf } from "./models/operator-command.ts";
import { isBelow } from "./models/paths-below.ts";
import { SeenDatabases } from "./models/seen-databases.ts";

export const unmountEndsLeases: Checker = {
  name: "what is unmounted leaves no user behind",
  invariants: ["17"],
  rule: "At quiescence, a disabled secrets engine has no leases and no users.",
  sources: ["OWN-DBLEASE-04", "OWN-DBLEASE-05"],
  excuses: [
    "An unmount that a forced promotion discarded is excused: a cluster lists the mount at the end.",
    "A cluster that replicates no longer may have left before it received another cluster's unmount.",
    "A lease that a cluster's log names, for example because its revocation failed, is excused.",
    "A user that a later statement may have made unusable is excused.",
    "A response may take longer than the lease that it returns.",
    "With a database whose statements cannot be parsed, users are undecided.",
  ],
  example: {
    broken: [
      [0, ...call("Oslo", "GET database/creds/app", {}, issued)],
      [1, ...call("Oslo", "DELETE sys/mounts/database")],
      [89, settled, end],
    ],
    held: [
      [2, statement("Oslo", 'DROP ROLE "v-app-1"')],
      [89, settled, end],
    ],
  },
  judge({ broken, undecided, heading, models: { roles }, time }) {
    const users = new IssuedUsers();
    const databases = new SeenDatabases();
    const mounted = new Map<string, number>();
    const listed = new Map<string, ReadonlySet<string>>();
    let isSettled = false;
    const unmounted = new Map<string, Readonly<{ seq: number; at: number; cluster: string }>>();
    const hasLeft = (cluster: string, unmount: Readonly<{ cluster: string }>) =>
      cluster !== unmount.cluster && roles.of(cluster).mode === "disabled";
    const isStillMounted = (path: string) => [...listed.values()].some((paths) => paths.has(path));
    return {
      on: {
        statement: (statement) => users.statement(statement),
        log: (log) => users.log(log),
        settled() {
          isSettled = true;
        },
        survey(survey) {
          if (!isSettled || survey.of !== "leases") return;
          for (const lease of Object.keys(survey.items)) {
            const [path, unmount] =
              [...unmounted].find(([path, { seq }]) => (mounted.get(path) ?? 0) < seq && isBelow(lease, [path])) ?? [];
            if (path === undefined || !unmount || isStillMounted(path) || users.isReported({ lease })) continue;
            if (hasLeft(survey.cluster ?? "", unmount)) continue;
            broken(
              survey,
              `${path} was unmounted in ${unmount.cluster} at ${time(unmount)}, but ${survey.cluster} still has its lease ${lease} after all clusters converged`,
            );
          }
        },
        end(last) {
          if (!isSettled) return;
          for (const issued of users.all()) {
            const unmount = [...unmounted].find(([path, { seq }]) => seq > issued.seq && isBelow(issued.path, [path]));
            if (!unmount || users.isReported(issued) || (issued.touchedAt ?? 0) >= unmount[1].at) continue;
            const [path, { cluster }] = unmount;
            if (isStillMounted(path) || hasLeft(issued.cluster, unmount[1])) continue;
            const gap = databases.gap(heading);
            if (gap !== undefined) return undecided(gap);
            broken(
              last,
              `${path} was unmounted in ${cluster} at ${time(unmount[1])}, but ${issued.user}, issued by ${issued.cluster} at ` +
                `${time(issued)}, still exists after all clusters converged`,
            );
          }
        },
      },
      answered(operation) {
        const { request, answer } = operation;
        users.answered(operation);
        databases.answered(operation);
        if (request.method === "GET" && request.path === "sys/mounts")
          listed.set(
            request.cluster,
            new Set(Object.keys(fieldsOf(answer.body)).map((path) => path.replace(/\/$/, ""))),
          );
        const [, realm = "", name] = /^(.*?)sys\/mounts\/([^?]+?)\/?$/.exec(request.path) ?? [];
        if (name === undefined || name.endsWith("/tune") || answer.outcome !== "ok") return;
        const { seq, at } = answer;
        if (request.method !== "DELETE") mounted.set(realm + name, seq);
        else unmounted.set(realm + name, { seq, at, cluster: request.cluster });
      },
    };
  },
};
