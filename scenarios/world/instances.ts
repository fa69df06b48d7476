import { type InstanceIdentity, instanceIdentity } from "#harness/cloud/embedded/authority/instance-identity.ts";
import type { CloudInstance } from "#harness/cloud/embedded/cloud-provider.ts";

/** An instance of the cloud as a scenario knows it. */
export type KnownInstance = Readonly<{
  instance: CloudInstance;
  /** When it was started last, in milliseconds since 1970. */
  pendingTime: number;
}>;

/** The instances of a scenario by what it calls them, and the nonces that they were given. */
export class Instances {
  readonly #known = new Map<string, KnownInstance>();
  readonly nonces = new Map<string, string>();
  /** The tokens of their last logins. */
  readonly tokens = new Map<string, string>();

  note(name: string, known: KnownInstance): void {
    this.#known.set(name, known);
  }

  named(name: string): KnownInstance {
    const found = this.#known.get(name);
    if (!found) throw new Error(`there is no instance ${name}`);
    return found;
  }

  /** The name of the instance with this id, or the id itself when no scenario has named it. */
  nameOf(id: string): string {
    return [...this.#known].find(([, { instance }]) => instance.id === id)?.[0] ?? id;
  }

  /** What the provider signs for it, with `change` in place of what is so. */
  identity(name: string, change: Readonly<{ region?: string; accountId?: string }> = {}): InstanceIdentity {
    const { instance, pendingTime } = this.named(name);
    const { id: instanceId, account: accountId, image: imageId, region } = instance;
    return instanceIdentity({ instanceId, accountId, imageId, region, pendingTime, ...change });
  }
}
