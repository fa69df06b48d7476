import { Problem } from "../../api/problem.ts";
import type { Spelling } from "../../api/spelling.ts";
import { isInBlocks } from "../address/address-block.ts";
import { seenFrom } from "../namespaces/namespace.ts";
import type { Namespaces } from "../namespaces/namespaces.ts";
import type { Realm } from "../namespaces/realm.ts";
import { type Access, accessWithin, noAccess } from "../policy/access.ts";
import type { Capability } from "../policy/capability.ts";
import { type Soon, whenKnown } from "../soon.ts";
import type { Token } from "../tokens/token.ts";
import type { TokenLife } from "../tokens/token-life.ts";
import type { Wrapping } from "../wrapping/wrapping.ts";
import type { Placed } from "./finder.ts";

type RightsLife = Readonly<{ tokens: TokenLife; wrapping: Wrapping }>;

/** Whose call it is, and whether they may. */
export class Rights {
  readonly #namespaces: Namespaces;
  readonly #life: () => RightsLife;

  constructor({ namespaces, life }: { namespaces: Namespaces; life: () => RightsLife }) {
    this.#namespaces = namespaces;
    this.#life = life;
  }

  /** The token of a call. */
  authenticate({ call }: Placed): Soon<Token> {
    const found = this.#life().tokens.authenticate(call.token);
    return whenKnown(found instanceof Promise ? this.#orBurnt(found, call.token) : found, (token) => {
      this.checkAddress(token, call.remoteAddress);
      return token;
    });
  }

  /** A wrapping token is none: whatever it was tried for, it is spent by that. */
  #orBurnt(found: Promise<Token>, text: string): Promise<Token> {
    return found.catch(async (problem: unknown) => {
      await this.#life().wrapping.burn(text);
      throw problem;
    });
  }

  /** Throws a Problem where the token must not be used from `remoteAddress`. */
  checkAddress({ boundCidrs }: Token, remoteAddress: string): void {
    if (boundCidrs.length === 0 || isInBlocks(remoteAddress, boundCidrs)) return;
    throw new Problem("bad token", "permission denied");
  }

  /** Throws a Problem where the token may not do what the call asks for. */
  authorise(
    token: Token,
    { realm, call }: Placed,
    { capabilities, spelling }: Readonly<{ capabilities: readonly Capability[]; spelling: Spelling | undefined }>,
  ): Soon<void> {
    // What could be done, everybody with a token may know.
    if (call.help) return;
    const path = call.verb === "list" || call.folder ? `${call.path}/` : call.path;
    const deed = { capabilities, spelling, fields: call.fields, wrapSeconds: call.wrap?.ttlSeconds ?? null };
    return whenKnown(this.accessOf(token, realm), (access) => {
      if (!access.allows(path, deed)) throw new Problem("denied", "permission denied");
    });
  }

  /** What a token may do in `realm`, by the policies of the token's own namespace, in which paths are seen from there. */
  accessOf(token: Token, realm: Realm): Soon<Access> {
    const home = token.namespace === realm.namespace.id ? realm : this.#namespaces.byId(token.namespace);
    const prefix = home && seenFrom(home.namespace, realm.namespace.path);
    if (home === undefined || prefix === undefined) return noAccess;
    return whenKnown(home.identity.powersOf(token.entityId), ({ policies, values, barred }) => {
      if (barred) return noAccess;
      const names = policies.length === 0 ? token.policies : [...token.policies, ...policies];
      return whenKnown(home.policies.accessOf(names, values), (access) => accessWithin(access, prefix));
    });
  }

  /** What the entity behind a token adds to its policies. */
  async identityPoliciesOf(token: Token): Promise<readonly string[]> {
    const home = this.#namespaces.byId(token.namespace);
    return home ? (await home.identity.powersOf(token.entityId)).policies : [];
  }
}
