import type { Answer, Auth } from "../../api/answer.ts";
import type { Endpoint } from "../../api/endpoint.ts";
import type { JsonObject } from "../../api/json.ts";
import type { Clock, Instant } from "../../ports/clock.ts";
import type { Cryptography } from "../../ports/cryptography.ts";
import type { Entropy } from "../../ports/entropy.ts";
import type { Log } from "../../ports/log.ts";
import type { Storage } from "../storage/storage.ts";

export type MountKind = "secret" | "auth";

/** Stored record of a mount. Paths end in a slash; paths of auth methods do not include `auth/`. */
export type Mount = Readonly<{
  uuid: string;
  namespace: string;
  kind: MountKind;
  type: string;
  path: string;
  accessor: string;
  description: string;
  local: boolean;
  /** Default TTL of leases and tokens, in seconds; 0 selects the system's value. */
  defaultLeaseSeconds: number;
  /** Maximum TTL of leases and tokens, in seconds; 0 selects the system's value. */
  maxLeaseSeconds: number;
  options: Readonly<Record<string, string>> | null;
  /** Top-level request fields that audit devices log without HMAC. */
  auditNonHmacRequestKeys?: readonly string[];
  /** Top-level response fields that audit devices log without HMAC. */
  auditNonHmacResponseKeys?: readonly string[];
  /** Names of request headers. This setting is only stored and reported. */
  passthroughRequestHeaders?: readonly string[];
  /** Names of response headers. This setting is only stored and reported. */
  allowedResponseHeaders?: readonly string[];
  /**
   * Visibility in `sys/internal/ui/mounts`: with "unauth" for all clients, otherwise for clients with access to the
   * mount.
   */
  listingVisibility?: "hidden" | "unauth";
  /** Token type of the logins at the mount. Default: `default-service`. */
  tokenType?: MountTokenType;
  forceNoCache?: boolean;
  sealWrap?: boolean;
  externalEntropyAccess?: boolean;
  /** Plugin version that an operator set. It has no effect, since all plugins are built in. */
  pluginVersion?: string;
  /** Set while the mount is being removed or moved: it serves no request, and its leases are revoked. */
  ending?: "removed" | "moved";
}>;

/** Token type of logins. Roles can override the types that begin with `default-`. */
export type MountTokenType = "default-service" | "default-batch" | "service" | "batch";

/** Caller of a request. `token` is the text that the client sent; `tokenKey` is "" if no stored token is known. */
export type Caller = Readonly<{
  displayName: string;
  token: string;
  tokenKey: string;
  /** Set for batch tokens, which are not stored: key of the parent token ("" if there is none), and expiry time. */
  batch?: Readonly<{ parentKey: string; expiresAt: Instant | null }>;
  entityId: string;
  remoteAddress: string;
}>;

/** Scheduled tasks of one mount or part of the core, in memory. After a restart, they must be scheduled again. */
export interface Agenda {
  /** Schedules `task`, replacing a task with the same name. An error of `task` is logged. */
  arrange(name: string, when: Instant, task: () => Promise<void>): void;
  cancel(name: string): void;
  cancelAll(): void;
}

export type MountContext = Readonly<{
  mount: Mount;
  storage: Storage;
  clock: Clock;
  entropy: Entropy;
  /** Generates passwords by a password policy of the namespace; "" selects the default policy. */
  passwords: Readonly<{ generate(policy: string): Promise<string> }>;
  cryptography: Cryptography;
  log: Log;
  agenda: Agenda;
  /** Failpoint between two steps of an operation, where the harness can crash the cluster. */
  failpoint(name: string): Promise<void>;
  /** True if this cluster can write the mount's shared keys, for example on a primary or at a local mount. */
  isPrimary(): boolean;
  /** Runs `task` while it has the lock `name` of this mount. Tasks with the same lock run one at a time, in order. */
  withLock<T>(name: string, task: () => Promise<T>): Promise<T>;
  leaseLimits(): Readonly<{ defaultSeconds: number; maxSeconds: number }>;
}>;

export type TokenRequest = Readonly<{
  displayName: string;
  policies: readonly string[];
  metadata: Readonly<Record<string, string>>;
  /** TTL, in seconds; 0 selects the mount's default. */
  ttlSeconds: number;
  /** Maximum TTL, in seconds; 0 selects the mount's maximum. */
  maxTtlSeconds: number;
  explicitMaxTtlSeconds: number;
  periodSeconds: number;
  uses: number;
  boundCidrs: readonly string[];
  noDefaultPolicy: boolean;
  /** Token type that the role requests. A type that is fixed for the mount takes precedence. */
  type?: "service" | "batch";
  /**
   * Alias of the login. The token belongs to the entity of this alias, which is created if it does not exist. Without
   * an alias, the token has no entity.
   */
  alias?: Readonly<{ name: string; metadata: Readonly<Record<string, string>> }>;
  /** Data stored with the token and passed to `renewLogin`. */
  internal: JsonObject;
}>;

export type LeaseRequest = Readonly<{
  path: string;
  /** TTL, in seconds; 0 selects the mount's default. */
  ttlSeconds: number;
  /** Maximum TTL, in seconds; 0 selects the mount's maximum. */
  maxTtlSeconds: number;
  internal: JsonObject;
}>;

export type GrantedLease = Readonly<{
  id: string;
  seconds: number;
  renewable: boolean;
  expiresAt: Instant;
  warnings: readonly string[];
}>;

export type HandlerContext = MountContext &
  Readonly<{
    caller: Caller;
    path: string;
    /**
     * Calls an `internal` write endpoint of this mount on the primary; `path` is relative to the mount. Throws a
     * Problem if the call fails.
     */
    requestFromPrimary(path: string, fields: JsonObject): Promise<Answer | undefined>;
    tokens: {
      /** Creates the token of a login on this cluster. */
      issue(request: TokenRequest): Promise<Readonly<{ auth: Auth; warnings: readonly string[] }>>;
    };
    leases: {
      /**
       * Stores a lease before its secret is created, so that a crash leaves no secret without a lease. Until it is
       * confirmed, the lease is revoked at the next unseal after a crash.
       */
      grant(request: LeaseRequest): Promise<GrantedLease>;
      /** Makes the lease survive a crash. Must be awaited before the client gets the secret. */
      confirm(id: string): Promise<void>;
      /**
       * Removes a lease whose secret does not exist. The caller must not hold a lock that `MountType.leases.revoke`
       * takes.
       */
      forget(id: string): Promise<void>;
      /**
       * Schedules the revocation of a lease whose secret may exist. The caller must not hold a lock that
       * `MountType.leases.revoke` takes.
       */
      expire(id: string): Promise<void>;
    };
  }>;

/** TTLs for the renewal of a lease, as the role defines them now, in seconds; 0 selects the mount's value. */
export type RenewalTerms = Readonly<{ ttlSeconds: number; maxTtlSeconds: number }>;

export type MountType = Readonly<{
  type: string;
  kind: MountKind;
  endpoints: readonly Endpoint<HandlerContext>[];
  /** Selects an endpoint table by the options of a mount. Default: `endpoints`. */
  endpointsFor?(options: Readonly<Record<string, string>>): readonly Endpoint<HandlerContext>[];
  /**
   * Throws a Problem "refused" if options are invalid, or if a mount with the options `before` cannot change to them. A
   * change of options opens the mount again, so `resume` can migrate stored data.
   */
  checkOptions?(options: Readonly<Record<string, string>>, before?: Readonly<Record<string, string>>): void;
  /** Names of plugins of this type for the plugin catalog, such as database plugins. */
  plugins?: readonly string[];
  leases?: Readonly<{
    /** Deletes the secret of a lease. Must succeed if the secret does not exist, because it may be called again. */
    revoke(internal: JsonObject, context: MountContext): Promise<void>;
    /**
     * True if `revoke` reads this shared key, which is relative to the mount. If replication deletes the key, its last
     * value is retained for revocations.
     */
    needs?(key: string): boolean;
    /**
     * Name of the server on which this lease is revoked. A slow server does not delay the expiry of leases of other
     * servers.
     */
    server?(internal: JsonObject): string;
    /** Returns the terms of a renewal. Throws a Problem if the lease cannot be renewed. */
    terms(internal: JsonObject, context: MountContext): Promise<RenewalTerms>;
    extend(internal: JsonObject, expiresAt: Instant, context: MountContext): Promise<void>;
  }>;
  /** Returns the current terms for a renewal of a login's token. Throws a Problem if the token cannot be renewed. */
  renewLogin?(internal: JsonObject, context: MountContext): Promise<RenewalTerms & Readonly<{ periodSeconds: number }>>;
  /** Called when a token of this cluster ends. Deletes the data that the mount stores for the token. */
  tokenEnded?(tokenKey: string, context: MountContext): Promise<void>;
  /** Called when the mount opens, when the cluster's role changes and when the cluster's data are replaced. */
  resume?(context: MountContext): Promise<void>;
  /** Called after replication changed these shared keys of the mount. Drops cached data. */
  changed?(keys: readonly string[], context: MountContext): void;
  /** Called when the mount closes. Closes what `resume` or a handler opened. */
  close?(context: MountContext): Promise<void>;
}>;
