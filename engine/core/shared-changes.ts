import type { MountEnds } from "./mounts/mount-ends.ts";
import { rootNamespace } from "./namespaces/namespace.ts";
import type { NamespaceEnds } from "./namespaces/namespace-ends.ts";
import type { Namespaces } from "./namespaces/namespaces.ts";
import type { Realm } from "./namespaces/realm.ts";
import { type ChangedKeys, changesIn } from "./storage/changed-keys.ts";

/**
 * Cluster-wide settings that the root namespace stores and a part of the core caches. `reload` is called after
 * replication changed a key of the root namespace whose first segment is one of `kinds`.
 */
export type Settings = Readonly<{ kinds: readonly string[]; reload(): Promise<void> }>;

type Options = Readonly<{
  namespaces: Namespaces;
  settings: readonly Settings[];
  mountEnds: MountEnds;
  namespaceEnds: NamespaceEnds;
}>;

/**
 * Updates a core after replication changed its shared keys: {@link SharedChanges.forget} drops cached data, {@link
 * SharedChanges.applied} reloads settings, namespaces and mounts.
 */
export class SharedChanges {
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  /**
   * Drops the cached policies, identities and mount data that depend on the changed keys; for "everything", all cached
   * policies and identities. Synchronous, so that no request runs before all are dropped.
   */
  forget(keys: readonly string[] | "everything"): void {
    if (keys !== "everything") this.#forget(changesIn(keys));
    else for (const realm of this.#options.namespaces.all()) dropCaches(realm);
  }

  async applied(keys: readonly string[]): Promise<void> {
    const changed = changesIn(keys);
    const steps = this.#steps(changed);
    if (steps.length > 0) await runAll(steps);
    // Data that were cached during the reload may mix old and new values.
    this.#forget(changed);
  }

  async replaced(): Promise<void> {
    const { namespaces, settings, mountEnds, namespaceEnds } = this.#options;
    await runAll([...settings.map((setting) => () => setting.reload()), () => namespaces.reload()]);
    for (const realm of namespaces.all()) {
      dropCaches(realm);
      await realm.mounts.resumeAll();
      mountEnds.resume(realm.mounts);
    }
    namespaceEnds.resume();
  }

  #forget({ mounts, kinds, identityKeys }: ChangedKeys): void {
    const { namespaces } = this.#options;
    for (const [namespace, changed] of kinds) {
      const realm = namespaces.byId(namespace);
      if (changed.has("policy")) realm?.policies.changed();
      if (changed.has("identity")) realm?.identity.changed(identityKeys.get(namespace));
    }
    for (const [mount, rest] of mounts) {
      const open = namespaces.byUuid(mount);
      open?.type.changed?.(rest, open.context);
    }
  }

  #steps({ kinds }: ChangedKeys): readonly Step[] {
    const { namespaces, settings, mountEnds, namespaceEnds } = this.#options;
    const kindsOfRoot = kinds.get(rootNamespace.id);
    const steps: Step[] = settings
      .filter((setting) => setting.kinds.some((kind) => kindsOfRoot?.has(kind)))
      .map((setting) => () => setting.reload());
    const namespacesChanged = kindsOfRoot?.has("namespace") ?? false;
    if (namespacesChanged) {
      steps.push(async () => {
        await namespaces.reload();
        namespaceEnds.resume();
      });
    }
    for (const [namespace, changed] of kinds) {
      if (!changed.has("mount")) continue;
      steps.push(async () => {
        const mounts = namespaces.byId(namespace)?.mounts;
        if (!namespacesChanged) await mounts?.reload();
        if (mounts) mountEnds.resume(mounts);
      });
    }
    return steps;
  }
}

type Step = () => Promise<void>;

function dropCaches({ policies, identity }: Realm): void {
  policies.changed();
  identity.changed();
}

/** Runs all steps one after the other, even if one fails. Rejects with the first failure. */
async function runAll(steps: readonly Step[]): Promise<void> {
  const failures: unknown[] = [];
  for (const step of steps) await step().catch((failure: unknown) => void failures.push(failure));
  if (failures.length > 0) throw failures[0];
}
