import type { Checker } from "./checker.ts";
import { answer, call, issued, request } from "./example.ts";
import { commandOf, fieldsOf } from "./models/operator-command.ts";
import { lostStores } from "./models/roles.ts";

/** Time in milliseconds after the end of a token for the revocation of its leases, which is retried if it fails. */
const graceMilliseconds = 60_000;

/**
 * A token. `parent` is the digest of its parent; `ended` has the event number and the time of the response to its own
 * revocation.
 */
type Token = {
  readonly cluster: string;
  readonly parent: string | undefined;
  ended: Readonly<{ seq: number; at: number }> | undefined;
};
type TokenLease = Readonly<{ token: string; user: string | undefined; cluster: string; at: number }>;

export const leasesEndWithTokens: Checker = {
  name: "a lease ends with its token",
  invariants: ["17", "21"],
  rule: `After the revocation of a token is acknowledged, its leases cannot be renewed. At quiescence, the database users of the token and its descendants are gone ${graceMilliseconds / 1000} s later.`,
  sources: ["Choice of this project: credentials end with the token that obtained them, and with its ancestors."],
  excuses: [
    "A lease that a cluster's log names, for example because its revocation failed, is excused.",
    "A lease whose response arrived after the revocation of its token is not checked.",
    "Leases of a cluster that was disabled, became a secondary, or lost its store are not checked.",
    "After a step or drift of the cluster's clock, its earlier tokens are not checked: an expired token ends its leases when its timer runs out.",
    "A token whose revocation has an unknown outcome is not checked, nor are the children of a token revoked as an orphan's parent.",
  ],
  example: {
    broken: [
      [0, ...call("Oslo", "GET database/creds/app", { token: "token-1" }, issued)],
      [1, ...call("Oslo", "POST auth/token/revoke", { secret: "token-1" }, { status: 204 })],
      [2, request("Oslo", "POST sys/leases/renew", { body: { lease_id: "database/creds/app/1" } })],
      [3, answer()],
    ],
    held: [[3, answer({ status: 400 })]],
  },
  judge({ broken, time }) {
    const tokens = new Map<string, Token>();
    const leases = new Map<string, TokenLease>();
    const reported = new Set<string>();
    const tokenOf = (digest: string, cluster: string): Token => {
      const known = tokens.get(digest) ?? { cluster, parent: undefined, ended: undefined };
      tokens.set(digest, known);
      return known;
    };
    const revocationOf = (digest: string): Token["ended"] => {
      const token = tokens.get(digest);
      if (!token) return undefined;
      return token.ended ?? (token.parent === undefined ? undefined : revocationOf(token.parent));
    };
    const forget = (cluster: string) => {
      for (const [digest, token] of tokens) if (token.cluster === cluster) tokens.delete(digest);
      for (const [id, lease] of leases) if (lease.cluster === cluster) leases.delete(id);
    };
    return {
      on: {
        fault(fault) {
          lostStores(fault).forEach(forget);
          // A token may be expired by the wall clock long before its timer ends its leases.
          if (fault.kind === "skew" || fault.kind === "drift") forget(fault.parties[0] ?? "");
        },
        role({ cluster, role }) {
          if (role === "bootstrapping" || role === "disabled") forget(cluster);
        },
        log({ facts }) {
          if (typeof facts?.lease === "string") reported.add(facts.lease);
        },
        survey({ seq, at, of, items }) {
          if (of !== "database users") return;
          for (const [id, { token, user, cluster, at: issuedAt }] of leases) {
            const end = revocationOf(token);
            if (user === undefined || end === undefined || !(user in items) || reported.has(id)) continue;
            if (at < end.at + graceMilliseconds) continue;
            broken(
              { seq, at },
              `${user}, issued by ${cluster} at ${time({ at: issuedAt })}, still exists at ${time({ at })}, although its token was revoked at ${time(end)}`,
            );
          }
        },
      },
      answered(operation) {
        const { request, answer } = operation;
        const { cluster, path, token } = request;
        const { command } = commandOf(operation) ?? {};
        if ((command === "disable" || command === "secondary enable") && answer.outcome !== "fail") forget(cluster);
        if (answer.outcome !== "ok") return;
        const body = fieldsOf(answer.body);
        if (path === "auth/token/create" && token !== undefined && answer.secret !== undefined && !request.wraps) {
          tokenOf(token, cluster);
          const isOrphan = fieldsOf(request.body).no_parent === true;
          tokens.set(answer.secret, { cluster, parent: isOrphan ? undefined : token, ended: undefined });
        }
        if (/(^|\/)creds\/[^/]+$/.test(path) && token !== undefined && typeof body.lease_id === "string") {
          const { username } = fieldsOf(body.data);
          const user = typeof username === "string" ? username : undefined;
          tokenOf(token, cluster);
          if (revocationOf(token) === undefined) leases.set(body.lease_id, { token, user, cluster, at: answer.at });
        }
        const revoked =
          path === "auth/token/revoke" ? request.secret : path === "auth/token/revoke-self" ? token : undefined;
        const ended = revoked === undefined ? undefined : tokens.get(revoked);
        if (ended?.cluster === cluster) ended.ended ??= answer;
        if (path === "auth/token/revoke-orphan")
          for (const [digest, one] of tokens)
            if (one.parent === request.secret) tokens.set(digest, { ...one, parent: undefined });
        if (path !== "sys/leases/renew") return;
        const id = String(fieldsOf(request.body).lease_id);
        const end = revocationOf(leases.get(id)?.token ?? "");
        if (end === undefined || end.seq >= request.seq) return;
        broken(
          answer,
          `${cluster} renewed the lease ${id} at ${time(answer)}, although its token was revoked at ${time(end)}`,
        );
      },
    };
  },
};
