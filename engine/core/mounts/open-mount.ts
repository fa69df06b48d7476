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

/** An open mount. It stays open when it is moved or tuned, unless its options change. `mount` is the current record. */
export type OpenMount = Readonly<{
  namespace: Namespace;
  mount: Mount;
  type: MountType;
  router: Router<HandlerContext>;
  context: MountContext;
}>;

export type MutableMount = OpenMount &
  Readonly<{
    /** Replaces the record of the mount. The options of both records must be equal. */
    replaceRecord(mount: Mount): void;
  }>;

export type MountServices = Readonly<{
  namespace: Namespace;
  ports: Ports;
  writePath: WritePath;
  agenda: AgendaBook;
  passwords: PasswordPolicies;
}>;

/** Opens the mount of the record `first`. `mutex` is that of an earlier opening, since its tasks may still run. */
export function openMount(
  first: Mount,
  {
    type,
    router,
    mutex,
  }: Readonly<{ type: MountType; router: Router<HandlerContext>; mutex?: KeyedMutex | undefined }>,
  { namespace, ports, writePath, agenda, passwords }: MountServices,
): MutableMount {
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
    replaceRecord(mount) {
      now.mount = mount;
    },
  };
}

export function leaseLimitsOf(
  mount: Pick<Mount, "defaultLeaseSeconds" | "maxLeaseSeconds"> | undefined,
): Readonly<{ defaultSeconds: number; maxSeconds: number }> {
  return {
    defaultSeconds: mount?.defaultLeaseSeconds || systemLeaseSeconds,
    maxSeconds: mount?.maxLeaseSeconds || systemLeaseSeconds,
  };
}

/** Returns the path of a mount within its namespace, with `auth/` for an auth method. */
export function fullPath({ kind, path }: Pick<Mount, "kind" | "path">): string {
  return kind === "auth" ? `auth/${path}` : path;
}

/** Returns the path of a mount including the path of its namespace. */
export function absolutePath({ namespace, mount }: Pick<OpenMount, "namespace" | "mount">): string {
  return namespace.path + fullPath(mount);
}
