import { namedInput } from "../../api/common-shapes.ts";
import { type Endpoint, operation } from "../../api/endpoint.ts";
import type { HandlerContext } from "../../core/mounts/mount-type.ts";
import { connectionLock, connectionNamed } from "../connections/connection.ts";
import { persistenceWarnings } from "../connections/persistence-warnings.ts";
import type { Sessions } from "../connections/sessions.ts";
import { rotateRoot } from "../rotation/root-rotation.ts";

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
            const warnings = await persistenceWarnings(await connectionNamed(name, context.storage), sessions);
            return warnings.length > 0 ? { warnings } : undefined;
          }),
      }),
    },
  };
}
