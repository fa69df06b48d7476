import { type BoundOperation, type Endpoint, type Operation, withHandler } from "../../api/endpoint.ts";
import { Problem } from "../../api/problem.ts";
import type { HandlerContext, MountContext } from "../../core/mounts/mount-type.ts";
import type { StorageChange } from "../../core/storage/storage.ts";
import { unversionedPrefix } from "../unversioned/secret.ts";
import { addVersion } from "./add-version.ts";
import { readMountSettings } from "./mount-settings.ts";
import { newSecretKey, secretKeys } from "./secret-key.ts";

const secretsAtATime = 100;
const charactersAtATime = 1_000_000;

const retryMilliseconds = 10_000;

/**
 * Upgrades the secrets of a mount from kv version 1 to version 2. The primary moves the secrets in batches. All
 * clusters refuse requests to the mount until the last secret is moved.
 */
export class Upgrade {
  readonly #done = new Set<string>();

  /** Returns a copy of `endpoint` that refuses requests until the mount's upgrade is complete. */
  guarded(endpoint: Endpoint<HandlerContext>): Endpoint<HandlerContext> {
    const operations = Object.entries(endpoint.operations).map(([verb, operation]) => [verb, this.#guard(operation)]);
    return { ...endpoint, operations: Object.fromEntries(operations) };
  }

  async resume(context: MountContext): Promise<void> {
    this.#done.delete(context.mount.uuid);
    if ((await this.#isDone(context)) || !context.isPrimary()) return;
    this.#arrange(context, context.clock.now());
  }

  forget({ mount }: MountContext): void {
    this.#done.delete(mount.uuid);
  }

  #arrange(context: MountContext, when: number): void {
    context.agenda.arrange("upgrade", when, async () => {
      try {
        while (context.isPrimary() && (await moveSome(context)))
          await context.failpoint("an upgrade between two batches");
      } catch (error) {
        this.#arrange(context, context.clock.now() + retryMilliseconds);
        throw error;
      }
    });
  }

  async #isDone({ mount, storage }: MountContext): Promise<boolean> {
    if (this.#done.has(mount.uuid)) return true;
    const left = await storage.keys("shared", unversionedPrefix, { limit: 1 });
    if (left.length === 0) this.#done.add(mount.uuid);
    return left.length === 0;
  }

  #guard(operation: Operation<HandlerContext>): Operation<HandlerContext> {
    return withHandler(operation, (run, context) =>
      this.#done.has(context.mount.uuid) ? run() : this.#runWhenDone(run, context),
    );
  }

  async #runWhenDone(run: BoundOperation["run"], context: HandlerContext) {
    if (await this.#isDone(context)) return run();
    throw new Problem(
      "refused",
      "Upgrading from non-versioned to versioned data. This backend will be unavailable for a brief period and will resume service shortly.",
    );
  }
}

async function moveSome({ storage, clock }: MountContext): Promise<boolean> {
  const paths = await storage.keys("shared", unversionedPrefix, { limit: secretsAtATime });
  const settings = await readMountSettings(storage);
  const changes: StorageChange[] = [];
  let characters = 0;
  for (const path of paths) {
    const text = (await storage.read("shared", unversionedPrefix + path)) ?? "null";
    const now = clock.now();
    // A write in progress during the tuning is added as another version, and replaces nothing.
    const old = (await secretKeys.read(storage, path)) ?? newSecretKey(now);
    changes.push(...addVersion(path, old, { text, now, settings }).changes);
    changes.push({ space: "shared", key: unversionedPrefix + path, value: null });
    characters += text.length;
    if (characters >= charactersAtATime) break;
  }
  if (changes.length > 0) await storage.commit(changes);
  return changes.length > 0;
}
