import type { Answer } from "../../api/answer.ts";
import type { Problem, ProblemCode } from "../../api/problem.ts";
import type { Request, Verb } from "../../api/request.ts";
import type { Change } from "../../ports/store.ts";

/** Call that a secondary sends to its primary: a client's request, which it has authorised, or a call of its own. */
export type ForwardedCall = Readonly<{
  /** Id of the call. For a forwarded client's request, the audit entries of both clusters contain it. */
  requestId: string;
  verb: Verb;
  namespace: string;
  path: string;
  /** Request fields as JSON text, which preserves the notation of numbers. */
  fieldsText: string;
  displayName: string;
  entityId: string;
  remoteAddress: string;
  /** Policies of the caller's token; empty if there is no token. */
  policies: readonly string[];
  /** Id of the namespace of the caller's token; "" if there is no token. */
  policyNamespace: string;
  wrapSeconds: number | null;
}>;

export type Outcome =
  | Readonly<{ answer: Answer | null }>
  | Readonly<{ problem: Readonly<{ code: ProblemCode; message: string }> }>;

/**
 * Commits changes of state, and sends calls to the primary. Keys under `shared/` are replicated from the primary, keys
 * under `local/` stay on this cluster. Replication implements this interface for the core.
 */
export interface WritePath {
  /** True if this cluster may write shared keys. */
  isPrimary(): boolean;
  /** True if this cluster has connected secondaries. If omitted, it has none. */
  hasSecondaries?(): boolean;
  /** True if this namespace is filtered from this cluster. If omitted, none is. */
  isFiltered?(namespace: string): boolean;
  /** Saves all changes or none. The shared changes are one log entry of `mount` ("" for the core). */
  commit(mount: string, changes: readonly Change[]): Promise<void>;
  /**
   * Rejects with a Problem "behind" if the data of this cluster are older than the replication
   * index in the request headers, and "refused" if the index is malformed. Undefined if the headers
   * have no index. If omitted, no index is checked.
   */
  expectIndex?(headers: Request["headers"]): Promise<void> | undefined;
  /**
   * Returns a Problem "unavailable" on a secondary whose first copy of the replicated data is incomplete, since missing
   * data may exist on its primary. Otherwise undefined.
   */
  firstCopyRefusal?(): Problem | undefined;
  /** Adds the replication index to the answer of a write. If omitted, none is added. */
  withIndex?(answer: Answer | undefined): Answer | undefined;
  /** Returns the mounts (`mount/<uuid>`) and namespaces (`namespace/<id>`) filtered from a secondary. */
  filteredFrom?(secondary: string): Promise<ReadonlySet<string>>;
  /**
   * Sends a call to the primary, and waits at most `arrivalMilliseconds` (default: 2 seconds) until
   * its changes are replicated to this cluster. If they are not, the answer has a warning. Rejects
   * with a Problem "upstream" if the primary cannot be reached or does not reply, and "unavailable"
   * on a fenced primary or if too many calls are in progress.
   */
  forward(call: ForwardedCall, options?: Readonly<{ arrivalMilliseconds?: number }>): Promise<Outcome>;
}

/** Executes a forwarded call. `from` is the id by which this cluster knows the secondary. */
export type ServeForwarded = (call: ForwardedCall, from: string) => Promise<Outcome>;
