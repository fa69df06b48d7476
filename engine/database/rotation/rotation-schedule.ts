import { reasonOf } from "../../api/errors/reason.ts";
import type { Instant } from "../../ports/clock.ts";
import { roleLock } from "../roles/dynamic-role.ts";
import { rotationDue, type StaticRole, staticRoles } from "../roles/static-role.ts";
import { pendingRotations, type RotationContext, recover, rotate } from "./rotation.ts";

/** Seconds until a failed rotation is retried; the same as in the reference. */
export const retrySeconds = 10;

/**
 * Schedules a check of a static role at `when`: it rotates the password if that is due or pending, and
 * schedules the next check if the role exists.
 */
export function scheduleRotation(name: string, when: Instant, deps: RotationContext): void {
  deps.context.agenda.arrange(taskName(name), when, () => rotateIfDue(name, deps));
}

export async function scheduleDue(name: string, role: StaticRole, deps: RotationContext): Promise<void> {
  const { storage, clock } = deps.context;
  const unfinished = (await pendingRotations.read(storage, name)) !== undefined;
  scheduleRotation(name, unfinished ? clock.now() : rotationDue(role), deps);
}

/**
 * Completes or discards the pending creation of a static role, if there is one. Throws a Problem if its outcome is
 * still unknown.
 */
export async function finishCreation(name: string, deps: RotationContext): Promise<void> {
  const { storage } = deps.context;
  const pending = await pendingRotations.read(storage, name);
  if (!pending || (await staticRoles.read(storage, name))) return;
  const created = await recover(name, pending, deps);
  if (created) scheduleRotation(name, rotationDue(created), deps);
}

export function scheduleRetry(name: string, deps: RotationContext): void {
  scheduleRotation(name, deps.context.clock.now() + retrySeconds * 1000, deps);
}

export function cancelRotation(name: string, { context }: RotationContext): void {
  context.agenda.cancel(taskName(name));
}

/** Schedules the rotations of all static roles and pending rotations; overdue and pending ones run at once. */
export async function scheduleRotations(deps: RotationContext): Promise<void> {
  const { storage, clock } = deps.context;
  for (const name of await staticRoles.names(storage)) {
    const role = await staticRoles.read(storage, name);
    if (role) await scheduleDue(name, role, deps);
  }
  for (const name of await pendingRotations.names(storage)) scheduleRotation(name, clock.now(), deps);
}

function taskName(name: string): string {
  return `rotation of ${name}`;
}

async function rotateIfDue(name: string, deps: RotationContext): Promise<void> {
  const { context } = deps;
  await context.withLock(roleLock(name), async () => {
    if (!context.isPrimary()) return;
    try {
      const role = await dueRotation(name, deps);
      if (role) scheduleRotation(name, rotationDue(role), deps);
    } catch (error) {
      context.log.warn("a static role could not be rotated", {
        role: name,
        retrySeconds,
        reason: reasonOf(error),
      });
      scheduleRetry(name, deps);
    }
  });
}

async function dueRotation(name: string, deps: RotationContext): Promise<StaticRole | undefined> {
  const { storage, clock } = deps.context;
  const pending = await pendingRotations.read(storage, name);
  if (pending) return recover(name, pending, deps);
  const role = await staticRoles.read(storage, name);
  return role && rotationDue(role) <= clock.now() ? rotate(name, role, deps) : role;
}
