import type { Answer } from "../../api/answer.ts";

/** The answer to a tidy request: it has started. Clients match on the text. */
export const tidyStarted: Answer = {
  status: 202,
  warnings: [
    "Tidy operation successfully started. Any information from the operation will be printed to Vault's server logs.",
  ],
};
