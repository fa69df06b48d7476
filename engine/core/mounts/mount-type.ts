import type { Answer, Auth } from "../../api/answer.ts";
import type { Endpoint } from "../../api/endpoint.ts";
import type { JsonObject } from "../../api/json.ts";
import type { Clock, Instant } from "../../ports/clock.ts";
import type { Cryptography } from "../../ports/cryptography.ts";
import type { Entropy } from "../../ports/entropy.ts";
import type { Log } from "../../ports/log.ts";
import type { Storage } from "../storage/storage.ts";

/** Secrets engines are mounted by `sys/mounts`, auth methods by `sys/auth`. */
export type MountKind = "secret" | "auth";

/** Stored record of a mount. Paths end in a slash; those of auth methods are without `auth/`. */
export type Mount = Readonly<{
  uuid: string;
  /** Id of the namespace of the mount. */
  namespace: string;
  kind: MountKind;
  type: string;
  path: string;
  accessor: string;
  description: string;
  local: boolean;
  /** Default and maximum TTL of leases, in seconds; 0 selects the system's value. */
  defaultLeaseSeconds: number;
  maxLeaseSeconds: number;
  options: Readonly<Record<string, string>> | null;
  /** Fields of requests and responses that audit devices log without HMAC. */
  auditNonHmacRequestKeys?: readonly string[];
  auditNonHmacResponseKeys?: readonly string[];
  /** Request headers that handlers can read, and response headers that they can set. */
  passthroughRequestHeaders?: readonly string[];
  allowedResponseHeaders?: readonly string[];
  /** Visibility in `sys/internal/ui/mounts`: "unauth" for all clients, else by access rights. */
  listingVisibility?: "hidden" | "unauth";
  /** Token type of the logins of an auth method. Default: `default-service`. */
  tokenType?: MountTokenType;
  forceNoCache?: boolean;
  sealWrap?: boolean;
  externalEntropyAccess?: boolean;
  /** Requested plugin version. It selects nothing: all plugins are built in. */
  pluginVersion?: string;
  /** Set during removal and moves: the mount serves no request, and its leases are revoked. */
  ending?: "removed" | "moved";
}>;

/** Token type of logins. Roles can override the types that begin with `default-`. */
export type MountTokenType = "default-service" | "default-batch" | "service" | "batch";

/**
 * The caller of a request. `token` is the text that was sent, and is never stored or logged.
 * `tokenKey` is "" on endpoints that need no token.
 */
export type Caller = Readonly<{
  displayName: string;
  token: string;
  tokenKey: string;
  /** Set for batch tokens, which are not stored: the parent's key, "" for none, and expiration. */
  batch?: Readonly<{ parentKey: string; expiresAt: Instant | null }>;
  /** Entity of the token; "" for none. */
  entityId: string;
  remoteAddress: string;
}>;

/** Scheduled tasks of one mount on this cluster, in memory only: `resume` schedules them again. */
export interface Agenda {
  /** Schedules `task`, replacing the task with the same name. An error that it throws is logged. */
  arrange(name: string, when: Instant, task: () => Promise<void>): void;
  cancel(name: string): void;
  cancelAll(): void;
}

/** Services that a mount uses in requests and in background tasks. */
export type MountContext = Readonly<{
  mount: Mount;
  storage: Storage;
  clock: Clock;
  entropy: Entropy;
  /** Generates passwords by a named policy of the namespace; "" selects the default policy. */
  passwords: Readonly<{ generate(policy: string): Promise<string> }>;
  cryptography: Cryptography;
  log: Log;
  agenda: Agenda;
  /** Failpoint between two steps of an operation, where the harness can crash the cluster. */
  failpoint(name: string): Promise<void>;
  /** True if shared keys can be written here: on a primary, or without replication. */
  isPrimary(): boolean;
  /** Runs `task` under the lock `name` of the mount. Tasks of one lock run in order. */
  withLock<T>(name: string, task: () => Promise<T>): Promise<T>;
  /** Returns the effective default and maximum TTL of the mount, in seconds. */
  leaseLimits(): Readonly<{ defaultSeconds: number; maxSeconds: number }>;
}>;

/** Properties of the token that a login requests. */
export type TokenRequest = Readonly<{
  displayName: string;
  policies: readonly string[];
  metadata: Readonly<Record<string, string>>;
  /** TTL, in seconds; 0 selects the mount's default. */
  ttlSeconds: number;
  /** Maximum TTL, in seconds; 0 selects the mount's maximum. */
  maxTtlSeconds: number;
  explicitMaxTtlSeconds: number;
  /** Period of a periodic token, in seconds; 0 for other tokens. */
  periodSeconds: number;
  /** Maximum number of uses; 0 for no limit. */
  uses: number;
  boundCidrs: readonly string[];
  noDefaultPolicy: boolean;
  /** Token type that the role requires. Default: the type that the mount is tuned to. */
  type?: "service" | "batch";
  /** Alias of the login. Its entity gets the token, and is created if it does not exist. */
  alias?: Readonly<{ name: string; metadata: Readonly<Record<string, string>> }>;
  /** Data stored with the token and passed to `renewLogin`. */
  internal: JsonObject;
}>;

/** Lease that a mount requests for a secret that it issues. */
export type LeaseRequest = Readonly<{
  /** Request path below the mount, such as `creds/reporting`. */
  path: string;
  /** TTL, in seconds; 0 selects the mount's default. */
  ttlSeconds: number;
  /** Maximum TTL, in seconds; 0 selects the mount's maximum. */
  maxTtlSeconds: number;
  /** Data stored with the lease and passed to `leases.revoke` and `leases.renew`. */
  internal: JsonObject;
}>;

/** A granted lease, as handlers see it. */
export type GrantedLease = Readonly<{
  id: string;
  seconds: number;
  renewable: boolean;
  expiresAt: Instant;
  /** Warnings for the response, such as a capped TTL. */
  warnings: readonly string[];
}>;

/** Services that a handler uses during one request. */
export type HandlerContext = MountContext &
  Readonly<{
    caller: Caller;
    /** Request path below the mount. */
    path: string;
    /** Sends an `internal` write to the primary. Throws its Problem or an "upstream" one. */
    requestFromPrimary(path: string, fields: JsonObject): Promise<Answer | undefined>;
    tokens: {
      /** Creates the token of a login and its lease, on this cluster. */
      issue(request: TokenRequest): Promise<Readonly<{ auth: Auth; warnings: readonly string[] }>>;
    };
    leases: {
      /**
       * Stores a lease before its secret is created, so that a crash leaves no secret without a
       * lease. A lease that is not confirmed is revoked at the next unseal after a crash.
       */
      grant(request: LeaseRequest): Promise<GrantedLease>;
      /** Makes the lease survive a crash. Must be awaited before the client gets the secret. */
      confirm(id: string): Promise<void>;
      /**
       * Removes a lease whose secret was not created. Not callable under a lock of `leases.revoke`.
       */
      forget(id: string): Promise<void>;
      /**
       * Schedules the revocation of a lease whose secret may exist but was not returned to a
       * client. Lock rule: see `forget`.
       */
      expire(id: string): Promise<void>;
    };
  }>;

/** TTLs of a renewed lease by the current role, in seconds; 0 selects the mount's value. */
export type RenewalTerms = Readonly<{ ttlSeconds: number; maxTtlSeconds: number }>;

/** A kind of secrets engine or auth method: its endpoints and callbacks. */
export type MountType = Readonly<{
  type: string;
  kind: MountKind;
  endpoints: readonly Endpoint<HandlerContext>[];
  /** Selects an endpoint table by the options of a mount. Default: `endpoints`. */
  endpointsFor?(options: Readonly<Record<string, string>>): readonly Endpoint<HandlerContext>[];
  /**
   * Throws a Problem "refused" for options that are invalid, or that cannot follow the options
   * `before`. `resume` migrates stored data, because a change of options opens the mount again.
   */
  checkOptions?(options: Readonly<Record<string, string>>, before?: Readonly<Record<string, string>>): void;
  /** Names of the type's own plugins, such as database plugins, for the plugin catalog. */
  plugins?: readonly string[];
  leases?: Readonly<{
    /** Deletes the secret of a lease. May be called again; a missing secret is not a failure. */
    revoke(internal: JsonObject, context: MountContext): Promise<void>;
    /**
     * True if `revoke` reads this shared key of the mount. When replication deletes the key, its
     * last value is kept for the remaining leases. Default: no key is kept.
     */
    needs?(key: string): boolean;
    /** Name of the server that revokes this lease. A slow server does not delay other servers. */
    server?(internal: JsonObject): string;
    /** Returns the terms of a renewal. Throws a Problem if the lease cannot be renewed. */
    terms(internal: JsonObject, context: MountContext): Promise<RenewalTerms>;
    /** Sets the new expiration of the secret itself, such as a database user. */
    extend(internal: JsonObject, expiresAt: Instant, context: MountContext): Promise<void>;
  }>;
  /**
   * Returns the terms of a renewal of a login's token. Throws a Problem if it cannot be renewed.
   */
  renewLogin?(internal: JsonObject, context: MountContext): Promise<RenewalTerms & Readonly<{ periodSeconds: number }>>;
  /** Called before a token of this cluster is removed: deletes the mount's data of the token. */
  tokenEnded?(tokenKey: string, context: MountContext): Promise<void>;
  /** Called when the mount opens, when the cluster's role changes or its data are replaced. */
  resume?(context: MountContext): Promise<void>;
  /** Called after replication changed these shared keys of the mount: drops caches. */
  changed?(keys: readonly string[], context: MountContext): void;
  /** Called when the mount closes: closes everything that `resume` or a handler opened. */
  close?(context: MountContext): Promise<void>;
}>;
