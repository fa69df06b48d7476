import type { CloudProvider } from "./cloud-provider.ts";
import type { CloudState } from "./cloud-state.ts";
import { setFault } from "./fault.ts";

export function faultControls(state: CloudState): Pick<CloudProvider, "setFault" | "calls"> {
  return {
    setFault: async (scope, fault) => setFault(state, typeof scope === "string" ? { action: scope } : scope, fault),
    calls: async () => [...state.recordedCalls],
  };
}
