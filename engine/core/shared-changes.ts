import type { MountEnds } from "./mounts/mount-ends.ts";
import { rootNamespace } from "./namespaces/namespace.ts";
import type { NamespaceEnds } from "./namespaces/namespace-ends.ts";
import type { Namespaces } from "./namespaces/namespaces.ts";
import type { Realm } from "./namespaces/realm.ts";
import { type ChangedKeys, changesIn } from "./storage/changed-keys.ts";

/** What holds for a whole cluster, is stored by the root namespace, and is kept ready: to be read again when keys of these kinds changed. */
export type Settings = Readonly<{ kinds: readonly string[]; reload(): Promise<void> }>;

type Options = Readonly<{
  namespaces: Namespaces;
  settings: readonly Settings[];
  mountEnds: MountEnds;
  namespaceEnds: NamespaceEnds;
}>;

/**
 * Takes in what replication changed under a core. Whatever was computed from it is forgotten at once, so that no request is judged by old data,
 * even when reading the rest anew fails. What reads anew reads all that it can, then rejects with the first failure; it may be called again.
 */
export class SharedChanges {
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Drops policies, identities and what mounts keep ready, where it is about keys that changed; no request runs in between. */
  forget(keys: readonly string[] | "everything"): void {
    if (keys !== "everything") this.#forget(changesIn(keys));
    else for (const realm of this.#options.namespaces.all()) forgetWhatIsReady(realm);
  }

  /** Shared keys changed by replication. */
  async applied(keys: readonly string[]): Promise<void> {
    const changed = changesIn(keys);
    const steps = this.#steps(changed);
    if (steps.length > 0) await allOf(steps);
    // What was made ready meanwhile may be made of some that was new and some that was not.
    this.#forget(changed);
  }

  /** Called when the cluster becomes a primary or a secondary, or its shared data were replaced. */
  async replaced(): Promise<void> {
    const { namespaces, settings, mountEnds, namespaceEnds } = this.#options;
    await allOf([...settings.map((setting) => () => setting.reload()), () => namespaces.reload()]);
    for (const realm of namespaces.all()) {
      forgetWhatIsReady(realm);
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

  /** What has to be read anew, settings first. */
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

/** Drops what is kept ready of a realm. */
function forgetWhatIsReady({ policies, identity }: Realm): void {
  policies.changed();
  identity.changed();
}

/** Takes all steps, one after the other, also when one fails. Rejects with the first failure. */
async function allOf(steps: readonly Step[]): Promise<void> {
  const failures: unknown[] = [];
  for (const step of steps) await step().catch((failure: unknown) => void failures.push(failure));
  if (failures.length > 0) throw failures[0];
}
