import { namedInput } from "../../api/common-shapes.ts";
import { type Endpoint, operation } from "../../api/endpoint.ts";
import type { HandlerContext } from "../../core/mounts/mount-type.ts";
import { connectionLock } from "../connection.ts";
import { rotateRoot } from "../root-rotation.ts";
import type { Sessions } from "../sessions.ts";

/** Rotates a connection's root user; the new password is not shown to any client. Source: database-api.md, "Endpoints". */
export function rotateRootEndpoint(sessions: Sessions): Endpoint<HandlerContext> {
  return {
    path: "rotate-root/:name",
    operations: {
      write: operation({
        summary: "Rotate the password of a connection's root user",
        served: "by-primary",
        statuses: [500],
        input: namedInput,
        run: ({ name }, context: HandlerContext) =>
          context.withLock(connectionLock(name), async () => {
            await rotateRoot(name, { sessions, context });
            return undefined;
          }),
      }),
    },
  };
}
