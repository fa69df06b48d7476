import type { Answer, Auth } from "../../api/answer.ts";
import type { Endpoint } from "../../api/endpoint.ts";
import type { JsonObject } from "../../api/json.ts";
import type { Clock, Instant } from "../../ports/clock.ts";
import type { Cryptography } from "../../ports/cryptography.ts";
import type { Entropy } from "../../ports/entropy.ts";
import type { Log } from "../../ports/log.ts";
import type { Storage } from "../storage/storage.ts";

/** Secrets engines are mounted under `sys/mounts`, auth methods under `sys/auth`. */
export type MountKind = "secret" | "auth";

/** A mount as it is stored. Paths end in a slash; an auth method's path is without `auth/`. */
export type Mount = Readonly<{
  uuid: string;
  /** Id of the namespace it is in. */
  namespace: string;
  kind: MountKind;
  type: string;
  path: string;
  accessor: string;
  description: string;
  local: boolean;
  /** 0 stands for the system's value. */
  defaultLeaseSeconds: number;
  maxLeaseSeconds: number;
  options: Readonly<Record<string, string>> | null;
  /** Members of requests and answers that audit devices tell as they are. */
  auditNonHmacRequestKeys?: readonly string[];
  auditNonHmacResponseKeys?: readonly string[];
  /** Headers of requests that its handlers may see, and of answers that they may set. */
  passthroughRequestHeaders?: readonly string[];
  allowedResponseHeaders?: readonly string[];
  /** Which clients `sys/internal/ui/mounts` shows it to: all, or those whose token reaches it. Left out, it is the latter. */
  listingVisibility?: "hidden" | "unauth";
  /** Of an auth method: what its logins give. Left out, it is `default-service`. */
  tokenType?: MountTokenType;
  forceNoCache?: boolean;
  sealWrap?: boolean;
  externalEntropyAccess?: boolean;
  /** As it was asked for; all that there is is built in. */
  pluginVersion?: string;
  /** Set while it is removed or moved: it serves no request, and what it handed out is revoked. */
  ending?: "removed" | "moved";
}>;

/** What the logins of an auth method give: always that, or that unless the role says otherwise. */
export type MountTokenType = "default-service" | "default-batch" | "service" | "batch";

/** The caller of a request. `token` is the text it sent and is never stored or logged; it and `tokenKey` are empty where no token was needed. */
export type Caller = Readonly<{
  displayName: string;
  token: string;
  tokenKey: string;
  /** Set when the token is a batch token, which has no key of its own: the parent it goes with, "" for none, and when it ends. */
  batch?: Readonly<{ parentKey: string; expiresAt: Instant | null }>;
  /** The entity behind the token; "" when there is none. */
  entityId: string;
  remoteAddress: string;
}>;

/** Scheduled tasks of one mount on this cluster. They are kept in memory: `resume` schedules them anew. */
export interface Agenda {
  /** Schedules `task` for `when`, in place of the one scheduled under `name`. An error it throws is logged. */
  arrange(name: string, when: Instant, task: () => Promise<void>): void;
  cancel(name: string): void;
  cancelAll(): void;
}

/** What a mount works with, in requests and in the background. */
export type MountContext = Readonly<{
  mount: Mount;
  storage: Storage;
  clock: Clock;
  entropy: Entropy;
  /** Makes passwords by the named policies of the mount's namespace; "" is the default one. */
  passwords: Readonly<{ generate(policy: string): Promise<string> }>;
  cryptography: Cryptography;
  log: Log;
  agenda: Agenda;
  /** A failpoint between two steps of an operation: the harness may crash the cluster there. */
  failpoint(name: string): Promise<void>;
  /** Whether shared keys may be written here: replication is off, or this cluster is the primary. */
  isPrimary(): boolean;
  /** Runs `task` while it holds the mount's lock `name`: one task per name at a time, in order. */
  withLock<T>(name: string, task: () => Promise<T>): Promise<T>;
  /** The effective lease times of the mount, in seconds. */
  leaseLimits(): Readonly<{ defaultSeconds: number; maxSeconds: number }>;
}>;

/** The token that a login asks for. */
export type TokenRequest = Readonly<{
  displayName: string;
  policies: readonly string[];
  metadata: Readonly<Record<string, string>>;
  /** 0 means the mount's default. */
  ttlSeconds: number;
  /** 0 means the mount's maximum. */
  maxTtlSeconds: number;
  explicitMaxTtlSeconds: number;
  /** 0 means not periodic. */
  periodSeconds: number;
  /** 0 means without limit. */
  uses: number;
  boundCidrs: readonly string[];
  noDefaultPolicy: boolean;
  /** What the role insists on; left out, it is the mount's matter. */
  type?: "service" | "batch";
  /** The alias of the login: its entity gets the token, and is made when there is none. */
  alias?: Readonly<{ name: string; metadata: Readonly<Record<string, string>> }>;
  /** Kept with the token and handed to `renewLogin`. */
  internal: JsonObject;
}>;

/** The lease that goes with something handed out. */
export type LeaseRequest = Readonly<{
  /** Path of the request below the mount, such as `creds/reporting`. */
  path: string;
  /** 0 means the mount's default. */
  ttlSeconds: number;
  /** 0 means the mount's maximum. */
  maxTtlSeconds: number;
  /** Kept with the lease and handed to `leases.revoke` and `leases.renew`. */
  internal: JsonObject;
}>;

/** A lease as a handler sees it. */
export type GrantedLease = Readonly<{
  id: string;
  seconds: number;
  renewable: boolean;
  expiresAt: Instant;
  /** Such as that the wish was capped. */
  warnings: readonly string[];
}>;

/** What a handler works with during one request. */
export type HandlerContext = MountContext &
  Readonly<{
    caller: Caller;
    /** Path of the request below the mount. */
    path: string;
    /** Has the primary carry out an `internal` write of this mount. Throws its Problem, or an "upstream" one. */
    askPrimary(path: string, fields: JsonObject): Promise<Answer | undefined>;
    tokens: {
      /** Makes a token for a login and its lease, on this cluster. */
      issue(request: TokenRequest): Promise<Readonly<{ auth: Auth; warnings: readonly string[] }>>;
    };
    leases: {
      /**
       * Stores the lease before its secret is created, so that nothing outlives a crash unrecorded. Until it is confirmed, a crash ends the
       * lease: it is revoked when the cluster is unsealed again.
       */
      grant(request: LeaseRequest): Promise<GrantedLease>;
      /** Keeps the lease over a crash from now on. Awaited before a client gets the secret. */
      confirm(id: string): Promise<void>;
      /** Removes a lease whose secret was never made. Never called under a lock that `leases.revoke` takes. */
      forget(id: string): Promise<void>;
      /** Ends a lease whose secret may have been made and was given to no client: it is revoked soon. Called like `forget`. */
      expire(id: string): Promise<void>;
    };
  }>;

/** Terms of a renewed lease, from the role as it is now. 0 means the mount's value. */
export type RenewalTerms = Readonly<{ ttlSeconds: number; maxTtlSeconds: number }>;

/** What kind of thing can be mounted: everything the core knows of a secrets engine or an auth method. */
export type MountType = Readonly<{
  type: string;
  kind: MountKind;
  endpoints: readonly Endpoint<HandlerContext>[];
  /** The endpoints of a mount with these options, where they decide: one of a few fixed tables. Else all have `endpoints`. */
  endpointsFor?(options: Readonly<Record<string, string>>): readonly Endpoint<HandlerContext>[];
  /**
   * Throws a Problem "refused" for options that a mount of this type cannot have, or not after it had those of `before`.
   * Whatever a change of options asks to be done with what is stored, `resume` does: a mount opens anew when they change.
   */
  checkOptions?(options: Readonly<Record<string, string>>, before?: Readonly<Record<string, string>>): void;
  /** Names of plugins of its own that it chooses from, such as those of the database engine; for the catalogue. */
  plugins?: readonly string[];
  leases?: Readonly<{
    /** Ends what the lease stands for. It may be called again after a failure; what is gone already is no failure. */
    revoke(internal: JsonObject, context: MountContext): Promise<void>;
    /**
     * Whether `revoke` reads this shared key of the mount. Its last value is kept for the leases that are left when replication takes the key
     * away. Left out, none is.
     */
    needs?(key: string): boolean;
    /** Name of the server that has to answer for this lease to end: those of one server keep none of another waiting. */
    server?(internal: JsonObject): string;
    /** The terms for another while. Throws a Problem when there shall be none. */
    terms(internal: JsonObject, context: MountContext): Promise<RenewalTerms>;
    /** Tells the thing itself of its new end. */
    extend(internal: JsonObject, expiresAt: Instant, context: MountContext): Promise<void>;
  }>;
  /** The terms for another while of a login's token. Throws a Problem when there shall be none. */
  renewLogin?(internal: JsonObject, context: MountContext): Promise<RenewalTerms & Readonly<{ periodSeconds: number }>>;
  /** Told that a token of this cluster ends, before it is forgotten: removes what was the token's own. It may be called again. */
  tokenEnded?(tokenKey: string, context: MountContext): Promise<void>;
  /** Called when the mount opens, and again whenever the cluster becomes a primary or a secondary, or its shared data were replaced. */
  resume?(context: MountContext): Promise<void>;
  /** Told of keys of the mount's shared space that changed by replication, so that caches drop. */
  changed?(keys: readonly string[], context: MountContext): void;
  /** Called when the mount goes away: closes what `resume` or a handler opened. */
  close?(context: MountContext): Promise<void>;
}>;
