import { namedInput } from "../../api/common-shapes.ts";
import { type Endpoint, operation } from "../../api/endpoint.ts";
import { Problem } from "../../api/problem.ts";
import type { HandlerContext } from "../../core/mounts/mount-type.ts";
import type { Sessions } from "../connections/sessions.ts";
import { roleLock } from "../roles/dynamic-role.ts";
import { rotationDue, staticRoles } from "../roles/static-role.ts";
import { type RotationContext, rotate } from "../rotation/rotation.ts";
import { scheduleRetry, scheduleRotation } from "../rotation/rotation-schedule.ts";

const laterText =
  "unable to finish rotating credentials; retries will continue in the background but it is also safe to retry manually: ";

export function rotateRoleEndpoint(sessions: Sessions): Endpoint<HandlerContext> {
  return {
    path: "rotate-role/:name",
    operations: {
      write: operation({
        summary: "Rotate the password of a static role now",
        served: "by-primary",
        statuses: [500],
        input: namedInput,
        run: ({ name }, context: HandlerContext) =>
          context.withLock(roleLock(name), async () => {
            await rotateNow(name, { sessions, context });
            return undefined;
          }),
      }),
    },
  };
}

async function rotateNow(name: string, deps: RotationContext): Promise<void> {
  const role = await staticRoles.read(deps.context.storage, name);
  if (!role) throw new Problem("refused", "no static role found for role name");
  try {
    const rotated = await rotate(name, role, deps);
    scheduleRotation(name, rotationDue(rotated), deps);
  } catch (cause) {
    scheduleRetry(name, deps);
    if (!(cause instanceof Problem)) throw cause;
    throw new Problem(cause.code, laterText + cause.message, { cause });
  }
}
