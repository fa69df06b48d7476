import { checkoutRoot } from "../suite/checkout-root.ts";
import { runTestFiles } from "../suite/test-files.ts";
import type { Client } from "./client.ts";

/** `node-vault`, the client of Node programs, a development dependency of this project. */
export const nodeVault: Client = {
  name: "node",
  title: "node-vault 0.12.0",
  lacks: async () => undefined,
  prepare: async () => {},
  play: ({ environment }) => runTestFiles(checkoutRoot, ".ci/clients/node-vault/*.clienttest.ts", environment),
};
