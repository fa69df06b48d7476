import type { Answer } from "../../api/answer.ts";

export const tidyStarted: Answer = {
  status: 202,
  warnings: [
    "Tidy operation successfully started. Any information from the operation will be printed to Vault's server logs.",
  ],
};
