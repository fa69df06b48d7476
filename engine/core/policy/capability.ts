import type { Verb } from "../../api/request.ts";

/** What a policy may allow on a path; `deny` takes all the others away. */
export const capabilities = ["create", "delete", "deny", "list", "patch", "read", "sudo", "update"] as const;

export type Capability = (typeof capabilities)[number];

/** A write needs the right to create or to update, where its endpoint tells the two apart; else to update. */
export function capabilityFor(verb: Verb, exists: boolean | undefined): Capability {
  return verb === "write" ? (exists === false ? "create" : "update") : verb;
}
