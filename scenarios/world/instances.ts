import { createHash } from "node:crypto";
import { type InstanceIdentity, instanceIdentity } from "#harness/cloud/embedded/authority/instance-identity.ts";
import type { CloudInstance, InstanceOptions } from "#harness/cloud/embedded/cloud-provider.ts";

export type KnownInstance = Readonly<{
  instance: CloudInstance;
  /** Time of the last start in milliseconds since 1970. */
  pendingTime: number;
  /** Options of the instance in the sentence that created it. */
  options: InstanceOptions;
}>;

/** Returns the VPC and the subnet of an instance whose step names none. */
export function networkOf(name: string): Readonly<{ vpc: string; subnet: string }> {
  const digits = createHash("sha256").update(name).digest("hex");
  return { vpc: `vpc-${digits.slice(0, 17)}`, subnet: `subnet-${digits.slice(17, 34)}` };
}

export class Instances {
  readonly #known = new Map<string, KnownInstance>();

  note(name: string, known: KnownInstance): void {
    this.#known.set(name, known);
  }

  named(name: string): KnownInstance {
    const found = this.#known.get(name);
    if (!found) throw new Error(`there is no instance ${name}`);
    return found;
  }

  /** Returns the name in steps of the instance with this id, or the id if it has no name. */
  nameOf(id: string): string {
    return [...this.#known].find(([, { instance }]) => instance.id === id)?.[0] ?? id;
  }

  /** Returns the identity of an instance as the provider signs it. `change` replaces facts in it. */
  identity(name: string, change: Readonly<{ region?: string; accountId?: string }> = {}): InstanceIdentity {
    const { instance, pendingTime } = this.named(name);
    const { id: instanceId, account: accountId, image: imageId, region } = instance;
    return instanceIdentity({ instanceId, accountId, imageId, region, pendingTime, ...change });
  }
}
