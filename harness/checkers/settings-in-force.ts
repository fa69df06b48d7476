import type { EventOf } from "#harness/history/event.ts";
import type { Checker } from "./checker.ts";
import { call } from "./example.ts";
import { fieldsOf } from "./models/operator-command.ts";
import { lostStores } from "./models/roles.ts";

/** A write of a setting. `policies` are those that the setting gives to tokens. */
type Setting = {
  readonly policies: string;
  readonly cluster: string;
  readonly seq: number;
  /**
   * The response that acknowledged the write; undefined if there is none, or if it does not prove that the setting is
   * in force.
   */
  acknowledged: EventOf<"answer"> | undefined;
};

export const settingsInForce: Checker = {
  name: "a login follows the settings that were acknowledged",
  invariants: ["5", "25"],
  rule: "A login gives its token the policies that the role or user had when a cluster acknowledged the last change, at least on that cluster.",
  sources: ["CLOUD-ROLE-01", "OWN-STREAM-03"],
  excuses: [
    "A change with an unknown outcome, or one whose response arrives after the login begins, may be in force or not.",
    "Another cluster may lag, and so may a secondary that acknowledged a change with a warning of its lag.",
    "A replication command on the cluster ends the check until the next change, and a promotion by force, or the restore of a primary from a backup, ends it completely.",
    "After the loss of a cluster's store, or its replacement by an older one, the check of the cluster starts again.",
  ],
  example: {
    broken: [
      [0, ...call("Oslo", "POST auth/cloud/role/painter", { body: { token_policies: ["blue"] } })],
      [1, ...call("Oslo", "POST auth/cloud/role/painter", { body: { token_policies: ["green"] } })],
      [
        2,
        ...call(
          "Oslo",
          "POST auth/cloud/login",
          { body: { role: "painter" } },
          { body: { auth: { token_policies: ["blue", "default"] } } },
        ),
      ],
    ],
    held: [
      [
        2,
        ...call(
          "Oslo",
          "POST auth/cloud/login",
          { body: { role: "painter" } },
          { body: { auth: { token_policies: ["default", "green"] } } },
        ),
      ],
    ],
  },
  judge({ broken, models: { roles }, time }) {
    const settings = new Map<string, Setting[]>();
    const pending = new Map<number, Setting>();
    return {
      on: {
        fault(fault) {
          for (const writes of settings.values())
            for (const one of writes) if (lostStores(fault).includes(one.cluster)) one.acknowledged = undefined;
        },
        request({ seq, method, path, cluster, body }) {
          if (method === "GET" || method === "LIST" || !/(^|\/)auth\/[^/]+\/(role|users)\/[^/]+$/.test(path)) return;
          const policies = policiesOf(fieldsOf(body).token_policies);
          if (policies === undefined) return void settings.delete(path);
          const setting: Setting = { policies, cluster, seq, acknowledged: undefined };
          pending.set(seq, setting);
          const others = settings.get(path) ?? [];
          settings.set(path, [...others, setting]);
        },
      },
      answered({ request, answer }) {
        const setting = pending.get(request.seq);
        pending.delete(request.seq);
        if (setting && answer.outcome === "ok" && !isBehind(answer)) setting.acknowledged = answer;
        if (setting && answer.outcome === "fail") {
          const others = settings.get(request.path)?.filter((one) => one !== setting) ?? [];
          settings.set(request.path, others);
        }
        const path = settingOf(request);
        const writes = path === undefined ? undefined : settings.get(path);
        if (!writes || answer.outcome !== "ok" || roles.isForced || roles.isChanging(request.cluster)) return;
        const policies = policiesOf(fieldsOf(fieldsOf(answer.body).auth).token_policies);
        const last = writes.findLast(
          ({ cluster, acknowledged }) =>
            cluster === request.cluster && (acknowledged?.seq ?? Number.POSITIVE_INFINITY) < request.seq,
        );
        const since = last?.acknowledged?.seq ?? 0;
        if (!last?.acknowledged || policies === undefined || roles.changedAt(request.cluster) >= since) return;
        // Of writes at the same time, either may be the last.
        const mayBe = writes.filter(({ acknowledged }) => acknowledged === undefined || acknowledged.seq >= last.seq);
        const known = writes.find((one) => one.policies === policies);
        if (known === undefined || mayBe.some((one) => one.policies === policies)) return;
        broken(
          answer,
          `${request.cluster} acknowledged a change of ${path} at ${time(last.acknowledged)}, but the login at ${time(answer)} got the policies of before`,
        );
      },
    };
  },
};

/** Returns the path of the role or user that a login request names; undefined for other requests. */
function settingOf({ path, body }: EventOf<"request">): string | undefined {
  const [, mount, user] = /^(.*auth\/[^/]+)\/login(?:\/([^/]+))?$/.exec(path) ?? [];
  const { role } = fieldsOf(body);
  if (mount === undefined) return undefined;
  if (user !== undefined) return `${mount}/users/${user}`;
  return typeof role === "string" ? `${mount}/role/${role}` : undefined;
}

function policiesOf(policies: unknown): string | undefined {
  const list = typeof policies === "string" ? policies.split(",") : policies;
  if (!Array.isArray(list)) return undefined;
  return list
    .map(String)
    .filter((one) => one !== "default")
    .sort()
    .join(",");
}

/** True if the response warns that the cluster has not applied the change yet. */
function isBehind({ body }: EventOf<"answer">): boolean {
  const { warnings } = fieldsOf(body);
  return Array.isArray(warnings) && warnings.some((one) => /has not arrived/.test(String(one)));
}
