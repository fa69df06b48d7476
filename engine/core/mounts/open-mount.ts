import type { Router } from "../../api/router.ts";
import type { Ports } from "../../ports/ports.ts";
import { type KeyedMutex, keyedMutex } from "../concurrency/keyed-mutex.ts";
import { systemLeaseSeconds } from "../leases/lease-times.ts";
import type { Namespace } from "../namespaces/namespace.ts";
import type { PasswordPolicies } from "../password-policy/password-policies.ts";
import { partStorage } from "../storage/part-storage.ts";
import type { WritePath } from "../storage/write-path.ts";
import type { AgendaBook } from "../time/agenda.ts";
import type { HandlerContext, Mount, MountContext, MountType } from "./mount-type.ts";

/** A mount that serves. What is tuned or moved stays open: `mount` then is what it is now. */
export type OpenMount = Readonly<{
  namespace: Namespace;
  mount: Mount;
  type: MountType;
  router: Router<HandlerContext>;
  context: MountContext;
}>;

/** An open mount, as the mount table holds it. */
export type HeldMount = OpenMount &
  Readonly<{
    /** Puts another record in the mount's place. Its options are to be the same. */
    become(mount: Mount): void;
  }>;

/** What mounts of one namespace are opened with. */
export type MountServices = Readonly<{
  namespace: Namespace;
  ports: Ports;
  writePath: WritePath;
  agenda: AgendaBook;
  passwords: PasswordPolicies;
}>;

/** Opens `first`; `mutex` are those of the same mount as it was open before, so that none of them runs twice at once. */
export function openMount(
  first: Mount,
  {
    type,
    router,
    mutex,
  }: Readonly<{ type: MountType; router: Router<HandlerContext>; mutex?: KeyedMutex | undefined }>,
  { namespace, ports, writePath, agenda, passwords }: MountServices,
): HeldMount {
  const { clock, entropy, cryptography, log, store } = ports;
  const { uuid, local } = first;
  const now = { mount: first };
  const context: MountContext = {
    get mount() {
      return now.mount;
    },
    storage: partStorage({ mount: uuid, namespace: namespace.id, local }, { store, writePath }),
    clock,
    entropy,
    passwords,
    cryptography,
    log,
    agenda: agenda.of(uuid),
    failpoint: async (name) => ports.failpoint(name),
    isPrimary: () => local || writePath.isPrimary(),
    withLock: mutex ?? keyedMutex({ of: type.type, clock, log }),
    leaseLimits: () => leaseLimitsOf(now.mount),
  };
  return {
    namespace,
    get mount() {
      return now.mount;
    },
    type,
    router,
    context,
    become(mount) {
      now.mount = mount;
    },
  };
}

/** The effective lease times of `mount`, in seconds. */
export function leaseLimitsOf(
  mount: Pick<Mount, "defaultLeaseSeconds" | "maxLeaseSeconds"> | undefined,
): Readonly<{ defaultSeconds: number; maxSeconds: number }> {
  return {
    defaultSeconds: mount?.defaultLeaseSeconds || systemLeaseSeconds,
    maxSeconds: mount?.maxLeaseSeconds || systemLeaseSeconds,
  };
}

/** Where the mount is found in a request's path. */
export function fullPath({ kind, path }: Pick<Mount, "kind" | "path">): string {
  return kind === "auth" ? `auth/${path}` : path;
}

/** Where the mount is found in a path that is said at the root. */
export function absolutePath({ namespace, mount }: Pick<OpenMount, "namespace" | "mount">): string {
  return namespace.path + fullPath(mount);
}
