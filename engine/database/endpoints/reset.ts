import { namedInput } from "../../api/common-shapes.ts";
import { type Endpoint, operation } from "../../api/endpoint.ts";
import { Problem, quoted } from "../../api/problem.ts";
import type { HandlerContext } from "../../core/mounts/mount-type.ts";
import { checkServer } from "../connections/check-server.ts";
import { connections } from "../connections/connection.ts";
import type { Sessions } from "../connections/sessions.ts";

/** Closes a connection's session on this cluster; the next use opens a new session (DB-RESET-01). */
export function resetEndpoint(sessions: Sessions): Endpoint<HandlerContext> {
  return {
    path: "reset/:name",
    operations: {
      write: operation({
        summary: "Close a connection; the next use opens it again",
        served: "locally",
        statuses: [500],
        input: namedInput,
        async run({ name }, context: HandlerContext) {
          const { storage, mount } = context;
          const connection = await connections.read(storage, name);
          if (!connection)
            throw new Problem("refused", `failed to find entry for connection with name: ${quoted(name)}`);
          await sessions.retire(name, mount);
          if (connection.verifyConnection) await sessions.use(name, context, checkServer);
          return undefined;
        },
      }),
    },
  };
}
