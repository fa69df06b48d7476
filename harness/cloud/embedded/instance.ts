import { createHash } from "node:crypto";
import type { Account, Instance } from "./account.ts";
import { CloudError } from "./cloud-error.ts";
import { newInstanceId } from "./identifier.ts";

export type InstanceOptions = Readonly<
  Pick<Instance, "region"> & Partial<Omit<Instance, "id" | "region" | "launchedAt">> & { id?: string | undefined }
>;

const usual = { state: "running", tags: {} } as const;

function imageFor(id: string): string {
  return `ami-${createHash("sha256").update(id).digest("hex").slice(0, 17)}`;
}

export function runInstance(
  account: Account,
  { id = newInstanceId(account.random), ...options }: InstanceOptions,
): Instance {
  const instance: Instance = { ...usual, image: imageFor(id), ...options, id, launchedAt: account.now() };
  account.instances.set(id, instance);
  return instance;
}

export function changeInstance(account: Account, id: string, change: Partial<Omit<Instance, "id">>): Instance {
  const instance = { ...instanceWithId(account, id), ...change };
  account.instances.set(id, instance);
  return instance;
}

/** Returns an instance by id, and by `region` if given. Throws InvalidInstanceID.NotFound. */
export function instanceWithId(account: Account, id: string, region?: string): Instance {
  const instance = account.instances.get(id);
  if (!instance || (region !== undefined && instance.region !== region)) {
    throw new CloudError("InvalidInstanceID.NotFound", `The instance ID '${id}' does not exist`);
  }
  return instance;
}
