import { reasonOf } from "../api/reason.ts";
import type { Instant } from "../ports/clock.ts";
import { roleLock } from "./dynamic-role.ts";
import { announcements, type RotationContext, recover, rotate } from "./rotation.ts";
import { rotationDue, type StaticRole, staticRoles } from "./static-role.ts";

/** How long after a failure the same is tried again, as the reference does. */
export const retrySeconds = 10;

/** Has the password of a static role rotated at `when`, in place of what was arranged before, and then once every period. */
export function arrangeRotation(name: string, when: Instant, place: RotationContext): void {
  place.context.agenda.arrange(appointment(name), when, () => rotateIfDue(name, place));
}

/** Has the password of `role` rotated when it is due; what is announced and not finished, at once. */
export async function arrangeDue(name: string, role: StaticRole, place: RotationContext): Promise<void> {
  const { storage, clock } = place.context;
  const unfinished = (await announcements.read(storage, name)) !== undefined;
  arrangeRotation(name, unfinished ? clock.now() : rotationDue(role), place);
}

/** Makes the static role whose making was left unfinished, or forgets it. Throws a Problem when it is still not known which. */
export async function finishCreation(name: string, place: RotationContext): Promise<void> {
  const { storage } = place.context;
  const announcement = await announcements.read(storage, name);
  if (!announcement || (await staticRoles.read(storage, name))) return;
  const made = await recover(name, announcement, place);
  if (made) arrangeRotation(name, rotationDue(made), place);
}

/** Has what failed tried again soon. */
export function arrangeRetry(name: string, place: RotationContext): void {
  arrangeRotation(name, place.context.clock.now() + retrySeconds * 1000, place);
}

export function cancelRotation(name: string, { context }: RotationContext): void {
  context.agenda.cancel(appointment(name));
}

/** Arranges every rotation anew: overdue and unfinished ones at once. */
export async function arrangeRotations(place: RotationContext): Promise<void> {
  const { storage, clock } = place.context;
  for (const name of await staticRoles.names(storage)) {
    const role = await staticRoles.read(storage, name);
    if (role) await arrangeDue(name, role, place);
  }
  for (const name of await announcements.names(storage)) arrangeRotation(name, clock.now(), place);
}

function appointment(name: string): string {
  return `rotation of ${name}`;
}

async function rotateIfDue(name: string, place: RotationContext): Promise<void> {
  const { context } = place;
  await context.withLock(roleLock(name), async () => {
    if (!context.isPrimary()) return;
    try {
      const role = await dueRotation(name, place);
      if (role) arrangeRotation(name, rotationDue(role), place);
    } catch (error) {
      context.log.warn("a static role could not be rotated", {
        role: name,
        retrySeconds,
        reason: reasonOf(error),
      });
      arrangeRetry(name, place);
    }
  });
}

/** Does what is due for a role, and yields the role as it is then; nothing when it is gone. */
async function dueRotation(name: string, place: RotationContext): Promise<StaticRole | undefined> {
  const { storage, clock } = place.context;
  const announcement = await announcements.read(storage, name);
  if (announcement) return recover(name, announcement, place);
  const role = await staticRoles.read(storage, name);
  return role && rotationDue(role) <= clock.now() ? rotate(name, role, place) : role;
}
