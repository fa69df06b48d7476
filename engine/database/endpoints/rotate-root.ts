import { namedInput } from "../../api/common-shapes.ts";
import { type Endpoint, operation } from "../../api/endpoint.ts";
import type { Scene } from "../../core/mounts/mount-type.ts";
import { connectionDeed } from "../connection.ts";
import { rotateRoot } from "../root-rotation.ts";
import type { Sessions } from "../sessions.ts";

/** Rotation of a connection's root user; nobody gets to see the new password. Source: database-api.md, "Endpoints". */
export function rotateRootEndpoint(sessions: Sessions): Endpoint<Scene> {
  return {
    path: "rotate-root/:name",
    operations: {
      write: operation({
        summary: "Rotate the password of a connection's root user",
        served: "by-primary",
        statuses: [500],
        input: namedInput,
        run: ({ name }, scene: Scene) =>
          scene.exclusive(connectionDeed(name), async () => {
            await rotateRoot(name, { sessions, backstage: scene });
            return undefined;
          }),
      }),
    },
  };
}
