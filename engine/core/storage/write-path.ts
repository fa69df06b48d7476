import type { Answer } from "../../api/answer.ts";
import type { Problem, ProblemCode } from "../../api/problem.ts";
import type { Request, Verb } from "../../api/request.ts";
import type { Change } from "../../ports/store.ts";

/** A call that a secondary has authenticated and authorised, for its primary to carry out. */
export type ForwardedCall = Readonly<{
  /** Id of the request, by which the audit entries of both clusters are told to belong together. */
  requestId: string;
  verb: Verb;
  /** Path of the namespace, such as `team/a/`; "" is the root. */
  namespace: string;
  path: string;
  /** The fields as JSON, so that numbers keep their spelling on the way. */
  fieldsText: string;
  displayName: string;
  entityId: string;
  remoteAddress: string;
  /** Names of the policies of the caller's token, and the id of the namespace that it belongs to; none and "" where it is the secondary itself that asks. */
  policies: readonly string[];
  policyNamespace: string;
  /** Seconds for which the caller has the answer wrapped; null where it does not. */
  wrapSeconds: number | null;
}>;

/** What came of a forwarded call. */
export type Outcome =
  | Readonly<{ answer: Answer | null }>
  | Readonly<{ problem: Readonly<{ code: ProblemCode; message: string }> }>;

/**
 * Where all changes of state go. Keys under `shared/` are replicated from the primary, keys under `local/` stay on this cluster.
 * The core writes through it; replication stands behind it.
 */
export interface WritePath {
  /** Whether shared keys may be written here. */
  isPrimary(): boolean;
  /** Whether a secondary of this cluster is connected. Left out, there is none. */
  hasSecondaries?(): boolean;
  /** Whether the namespace of this id is filtered from this cluster: it is gone from here, and nowhere else. Left out, none is. */
  isFiltered?(namespace: string): boolean;
  /** Saves all changes or none; shared ones as one entry of the write log that belongs to `mount` ("" for the core). */
  commit(mount: string, changes: readonly Change[]): Promise<void>;
  /**
   * Throws a Problem "behind" when the data here are not as far as the request's headers say that they were elsewhere. Undefined where
   * they say nothing. Left out, no index is required.
   */
  expectIndex?(headers: Request["headers"]): Promise<void> | undefined;
  /**
   * The Problem "unavailable" of a secondary whose first copy of the replicated data is not complete: what is missing here may be on its primary. Undefined, or
   * left out, where all data are here.
   */
  firstCopyRefusal?(): Problem | undefined;
  /** `answer` to a call that may have changed something, with the replication index. Left out, none is added. */
  withIndex?(answer: Answer | undefined): Answer | undefined;
  /** The names of the mounts (`mount/` and its uuid) and namespaces (`namespace/` and its id) that are filtered from this secondary. Left out, none is. */
  filteredFrom?(secondary: string): Promise<ReadonlySet<string>>;
  /**
   * Has the primary carry out a call, and waits until the changes are here, at most `arrivalMilliseconds` (default: 2 seconds); an answer without them has a
   * warning. Throws a Problem "upstream" when the primary cannot be reached.
   */
  forward(call: ForwardedCall, options?: Readonly<{ arrivalMilliseconds?: number }>): Promise<Outcome>;
}

/** Carries out a call that a secondary forwarded; `from` is the id under which the secondary is registered on this cluster. */
export type ServeForwarded = (call: ForwardedCall, from: string) => Promise<Outcome>;
