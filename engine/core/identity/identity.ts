import type { Ports } from "../../ports/ports.ts";
import type { Mount } from "../mount-type.ts";
import type { Namespace } from "../namespace.ts";
import type { Storage } from "../storage.ts";
import type { WritePath } from "../write-path.ts";

/** What an entity brings to its tokens. */
export type Powers = Readonly<{ policies: readonly string[] }>;

const none: Powers = { policies: [] };

/** The entities, aliases and groups of one namespace. (Skeleton by the lead; the identity helper makes it whole.) */
export class Identity {
  constructor(_options: { namespace: Namespace; storage: Storage; ports: Ports; writePath: WritePath }) {}

  /** The id of the entity that has this alias at `mount`; made, by the primary, when there is none. "" where there is no identity. */
  async entityOfLogin(
    _mount: Mount,
    _alias: Readonly<{ name: string; metadata: Readonly<Record<string, string>> }>,
  ): Promise<string> {
    return "";
  }

  /** What the entity of this id may do beyond its token. */
  async powersOf(_entityId: string): Promise<Powers> {
    return none;
  }

  /** Keys of identity changed by replication. */
  changed(): void {}
}
