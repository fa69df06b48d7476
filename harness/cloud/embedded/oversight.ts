import type { CloudProvider } from "../cloud-provider.ts";
import type { CloudState } from "./cloud-state.ts";

/** What the operator of a cloud can see and do from outside: its ledger, and its faults. */
export function oversightOf(state: CloudState): Pick<CloudProvider, "setFault" | "calls"> {
  return {
    async setFault(action, fault) {
      if (fault === undefined) state.faults.delete(action);
      else state.faults.set(action, fault);
    },
    calls: async () => [...state.ledger],
  };
}
