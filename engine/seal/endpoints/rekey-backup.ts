import { noData, noInput } from "../../api/common-shapes.ts";
import { type Endpoint, operation } from "../../api/endpoint.ts";
import { Problem } from "../../api/problem.ts";

/** `sys/rekey/backup`: backup of PGP-encrypted key shares. It never exists, since PGP keys are refused. */
export const rekeyBackupEndpoint: Endpoint<unknown> = {
  path: "sys/rekey/backup",
  operations: {
    read: operation({
      summary: "Read the backup of the unseal keys, which never exists",
      served: "locally",
      rootOnly: true,
      input: noInput,
      output: noData,
      async run() {
        throw new Problem("refused", "no backed-up keys found");
      },
    }),
    delete: operation({
      summary: "Delete the backup of the unseal keys, which never exists",
      served: "locally",
      rootOnly: true,
      input: noInput,
      run: async () => undefined,
    }),
  },
};
