import type { Canonicalizer } from "../../api/fields/canonicalizer.ts";
import { Problem } from "../../api/problem.ts";
import type { Call } from "../../api/request.ts";
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

type AuthorizationRequest = Readonly<{
  realm: Realm;
  call: Call;
  wrapSeconds: number | null;
  capabilities: readonly Capability[];
  canonicalizer: Canonicalizer | undefined;
}>;

type TokenRights = Pick<Token, "namespace" | "entityId" | "policies">;

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

  /**
   * Returns the token of a call and counts one use. Throws a Problem "bad token" if the token is invalid or its bound
   * CIDRs exclude the caller.
   */
  authenticate(call: Call): MaybePromise<Token> {
    const found = this.#tokens.authenticate(call.token);
    return andThen(found instanceof Promise ? this.#orConsumed(found, call.token) : found, (token) => {
      this.checkAddress(token, call.remoteAddress);
      return token;
    });
  }

  /**
   * If `found` fails, invalidates `text` if that is a wrapping token, which was sent where another token is required.
   */
  #orConsumed(found: Promise<Token>, text: string): Promise<Token> {
    return found.catch(async (problem: unknown) => {
      await this.#wrapping.consume(text);
      throw problem;
    });
  }

  checkAddress({ boundCidrs }: Token, remoteAddress: string): void {
    if (boundCidrs.length === 0 || isInBlocks(remoteAddress, boundCidrs)) return;
    throw new Problem("bad token", "permission denied");
  }

  authorise(
    token: TokenRights,
    { realm, call, wrapSeconds, capabilities, canonicalizer }: AuthorizationRequest,
  ): MaybePromise<void> {
    // Help on a path is available to any client with a token.
    if (call.help) return;
    const path = call.verb === "list" || call.folder ? `${call.path}/` : call.path;
    const wanted = { capabilities, canonicalizer, fields: call.fields, wrapSeconds };
    return andThen(this.accessOf(token, realm), (access) => {
      if (!access.allows(path, wanted)) throw new Problem("denied", "permission denied");
    });
  }

  /** Returns a token's permissions for paths relative to `realm`, by the policies of the token's own namespace. */
  accessOf(token: TokenRights, realm: Realm): MaybePromise<Access> {
    const tokenRealm = token.namespace === realm.namespace.id ? realm : this.#namespaces.byId(token.namespace);
    const prefix = tokenRealm && seenFrom(tokenRealm.namespace, realm.namespace.path);
    if (tokenRealm === undefined || prefix === undefined) return noAccess;
    return andThen(tokenRealm.identity.powersOf(token.entityId), ({ policies, values, barred }) => {
      if (barred) return noAccess;
      const names = policies.length === 0 ? token.policies : [...token.policies, ...policies];
      return andThen(tokenRealm.policies.accessOf(names, values), (access) => accessWithin(access, prefix));
    });
  }

  async identityPoliciesOf(token: Token): Promise<readonly string[]> {
    const tokenRealm = this.#namespaces.byId(token.namespace);
    return tokenRealm ? (await tokenRealm.identity.powersOf(token.entityId)).policies : [];
  }
}
