import type { CloudProvider } from "./cloud-provider.ts";
import type { CloudState } from "./cloud-state.ts";
import { setFault } from "./fault.ts";

/** What the operator of a cloud can see and do from outside: its ledger, and its faults. */
export function faultControls(state: CloudState): Pick<CloudProvider, "setFault" | "calls"> {
  return {
    setFault: async (scope, fault) => setFault(state, typeof scope === "string" ? { action: scope } : scope, fault),
    calls: async () => [...state.ledger],
  };
}
