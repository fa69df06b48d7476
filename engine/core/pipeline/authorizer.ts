import { Problem } from "../../api/problem.ts";
import type { Call } from "../../api/request.ts";
import type { Spelling } from "../../api/spelling.ts";
import { isInBlocks } from "../address/address-block.ts";
import { andThen, type MaybePromise } from "../concurrency/maybe-promise.ts";
import { seenFrom } from "../namespaces/namespace.ts";
import type { Namespaces } from "../namespaces/namespaces.ts";
import type { Realm } from "../namespaces/realm.ts";
import { type Access, accessWithin, noAccess } from "../policy/access.ts";
import type { Capability } from "../policy/capability.ts";
import type { Token } from "../tokens/token.ts";
import type { TokenLife } from "../tokens/token-life.ts";
import type { Wrapping } from "../wrapping/wrapping.ts";

/** What a request asks for, and where. */
type Wanted = Readonly<{
  realm: Realm;
  call: Call;
  /** Seconds for which the answer is to be wrapped; null for not at all. */
  wrapSeconds: number | null;
  capabilities: readonly Capability[];
  /** In which other ways the call could be spelt; undefined where nothing serves it. */
  spelling: Spelling | undefined;
}>;

/** What of a token its capabilities come from. */
type Bearer = Pick<Token, "namespace" | "entityId" | "policies">;

/** Finds the token behind a request, and judges by its policies what it may do. */
export class Authorizer {
  readonly #namespaces: Namespaces;
  readonly #tokens: TokenLife;
  readonly #wrapping: Wrapping;

  constructor({
    namespaces,
    tokens,
    wrapping,
  }: Readonly<{ namespaces: Namespaces; tokens: TokenLife; wrapping: Wrapping }>) {
    this.#namespaces = namespaces;
    this.#tokens = tokens;
    this.#wrapping = wrapping;
  }

  /** The token of a call, counted as used once. Throws a Problem "bad token". */
  authenticate(call: Call): MaybePromise<Token> {
    const found = this.#tokens.authenticate(call.token);
    return andThen(found instanceof Promise ? this.#orBurnt(found, call.token) : found, (token) => {
      this.checkAddress(token, call.remoteAddress);
      return token;
    });
  }

  /** A wrapping token is none: whatever it was tried for, it is spent by that. */
  #orBurnt(found: Promise<Token>, text: string): Promise<Token> {
    return found.catch(async (problem: unknown) => {
      await this.#wrapping.burn(text);
      throw problem;
    });
  }

  /** Throws a Problem where the token must not be used from `remoteAddress`. */
  checkAddress({ boundCidrs }: Token, remoteAddress: string): void {
    if (boundCidrs.length === 0 || isInBlocks(remoteAddress, boundCidrs)) return;
    throw new Problem("bad token", "permission denied");
  }

  /** Throws a Problem where the token may not do what the call asks for. */
  authorise(token: Bearer, { realm, call, wrapSeconds, capabilities, spelling }: Wanted): MaybePromise<void> {
    // Any client with a token may ask for its capabilities.
    if (call.help) return;
    const path = call.verb === "list" || call.folder ? `${call.path}/` : call.path;
    const wanted = { capabilities, spelling, fields: call.fields, wrapSeconds };
    return andThen(this.accessOf(token, realm), (access) => {
      if (!access.allows(path, wanted)) throw new Problem("denied", "permission denied");
    });
  }

  /** What a token may do in `realm`, by the policies of the token's own namespace, in which paths are seen from there. */
  accessOf(token: Bearer, realm: Realm): MaybePromise<Access> {
    const home = token.namespace === realm.namespace.id ? realm : this.#namespaces.byId(token.namespace);
    const prefix = home && seenFrom(home.namespace, realm.namespace.path);
    if (home === undefined || prefix === undefined) return noAccess;
    return andThen(home.identity.powersOf(token.entityId), ({ policies, values, barred }) => {
      if (barred) return noAccess;
      const names = policies.length === 0 ? token.policies : [...token.policies, ...policies];
      return andThen(home.policies.accessOf(names, values), (access) => accessWithin(access, prefix));
    });
  }

  /** What the entity behind a token adds to its policies. */
  async identityPoliciesOf(token: Token): Promise<readonly string[]> {
    const home = this.#namespaces.byId(token.namespace);
    return home ? (await home.identity.powersOf(token.entityId)).policies : [];
  }
}
