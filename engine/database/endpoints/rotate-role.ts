import { namedInput } from "../../api/common-shapes.ts";
import { type Endpoint, operation } from "../../api/endpoint.ts";
import { Problem } from "../../api/problem.ts";
import type { Scene } from "../../core/mounts/mount-type.ts";
import { roleDeed } from "../dynamic-role.ts";
import { rotate, type Workplace } from "../rotation.ts";
import { arrangeRetry, arrangeRotation } from "../rotation-schedule.ts";
import type { Sessions } from "../sessions.ts";
import { rotationDue, staticRoles } from "../static-role.ts";

const laterText =
  "unable to finish rotating credentials; retries will continue in the background but it is also safe to retry manually: ";

/** Rotation of a static role on demand. Source: database-api.md, "Endpoints"; texts: reference-wire.md, 5.3. */
export function rotateRoleEndpoint(sessions: Sessions): Endpoint<Scene> {
  return {
    path: "rotate-role/:name",
    operations: {
      write: operation({
        summary: "Rotate the password of a static role now",
        served: "by-primary",
        statuses: [500],
        input: namedInput,
        run: ({ name }, scene: Scene) =>
          scene.exclusive(roleDeed(name), async () => {
            await rotateNow(name, { sessions, backstage: scene });
            return undefined;
          }),
      }),
    },
  };
}

async function rotateNow(name: string, place: Workplace): Promise<void> {
  const role = await staticRoles.read(place.backstage.storage, name);
  if (!role) throw new Problem("refused", "no static role found for role name");
  try {
    const rotated = await rotate(name, role, place);
    arrangeRotation(name, rotationDue(rotated), place);
  } catch (cause) {
    arrangeRetry(name, place);
    if (!(cause instanceof Problem)) throw cause;
    throw new Problem(cause.code, laterText + cause.message, { cause });
  }
}
