import type { Verb } from "../../api/request.ts";

/** Capabilities that a policy can grant on a path; `deny` revokes the others. */
export const capabilities = ["create", "delete", "deny", "list", "patch", "read", "sudo", "update"] as const;

export type Capability = (typeof capabilities)[number];

/**
 * Returns the required capability: for a write `create` if `exists` is false, otherwise `update`; for other verbs the
 * capability of the same name.
 */
export function capabilityFor(verb: Verb, exists: boolean | undefined): Capability {
  return verb === "write" ? (exists === false ? "create" : "update") : verb;
}
