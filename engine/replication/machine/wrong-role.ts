import type { Command } from "./command.ts";
import { refusal, type StepResult } from "./effects.ts";
import type { Replica } from "./state.ts";

const tasks = {
  append: "write to the log",
  "enable primary": "be enabled as a primary",
  "enable secondary": "be enabled as a secondary",
  demote: "be demoted",
  promote: "be promoted",
  "update primary": "be given another primary",
  "update addresses": "be given other addresses of its primary",
  recover: "be recovered",
  "take certificate": "take a certificate",
  disable: "be disabled in that role",
  "register secondary": "issue activation tokens",
  "revoke secondary": "revoke secondaries",
} satisfies Record<Command["type"], string>;

export function wrongRole(state: Replica, command: Command): StepResult {
  const role =
    state.role === "disabled" ? "replication is disabled here" : `this cluster is a performance ${state.role}`;
  return refusal(state, "refused", `${role}: it cannot ${tasks[command.type]}`);
}
