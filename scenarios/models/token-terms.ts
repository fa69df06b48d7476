/** The fields of a role that determine its tokens. Durations are in seconds; 0 means that nothing is set. */
export type Terms = Readonly<{
  token_ttl: number;
  token_max_ttl: number;
  token_explicit_max_ttl: number;
  token_period: number;
  token_num_uses: number;
  token_policies: readonly string[];
  token_no_default_policy: boolean;
  /** IPv4 blocks such as `127.0.0.0/31`. Empty for all addresses. */
  token_bound_cidrs: readonly string[];
}>;

export const unset: Terms = {
  token_ttl: 0,
  token_max_ttl: 0,
  token_explicit_max_ttl: 0,
  token_period: 0,
  token_num_uses: 0,
  token_policies: [],
  token_no_default_policy: false,
  token_bound_cidrs: [],
};

export type Lifetime = Readonly<{ seconds: number; by: keyof Terms | "default" }>;

/** The default lifetime and the maximum lifetime of the mount in seconds: 32 days each. */
const mountSeconds = 32 * 24 * 3600;

/** Rules for the token of one login: CLOUD-TOKEN-03 to CLOUD-TOKEN-17. Times are in milliseconds since 1970. */
export class ModelToken {
  readonly #terms: Terms;
  readonly #issuedAt: number;
  #endsAt: number;
  #uses = 0;

  constructor(terms: Terms, now: number) {
    this.#terms = terms;
    this.#issuedAt = now;
    this.#endsAt = now + this.lifetime(terms, now).seconds * 1000;
  }

  get policies(): readonly string[] {
    const { token_policies, token_no_default_policy } = this.#terms;
    return token_no_default_policy ? token_policies : [...token_policies, "default"];
  }

  /** Time that is left in seconds. Not positive when the token has expired. */
  left(now: number): number {
    return (this.#endsAt - now) / 1000;
  }

  /** Returns the lifetime from `now` on, at login or at a renewal. `terms` are those of the role at this moment. */
  lifetime(terms: Terms, now: number): Lifetime {
    const age = (now - this.#issuedAt) / 1000;
    const asked: Lifetime = terms.token_period
      ? { seconds: terms.token_period, by: "token_period" }
      : terms.token_ttl
        ? { seconds: terms.token_ttl, by: "token_ttl" }
        : { seconds: mountSeconds, by: "default" };
    const limits: Lifetime[] = [asked];
    const { token_explicit_max_ttl: explicit } = this.#terms;
    if (explicit) limits.push({ seconds: explicit - age, by: "token_explicit_max_ttl" });
    if (terms.token_max_ttl && !terms.token_period)
      limits.push({ seconds: terms.token_max_ttl - age, by: "token_max_ttl" });
    return limits.reduce((least, limit) => (limit.seconds < least.seconds ? limit : least));
  }

  renewed(seconds: number, now: number): void {
    this.#endsAt = now + seconds * 1000;
  }

  /**
   * Returns the field that refuses a request with this token, "end" if the token has expired, or undefined if the
   * request is accepted. An accepted request is one use.
   */
  use(address: string, now: number): keyof Terms | "end" | undefined {
    const { token_num_uses: uses } = this.#terms;
    if (this.left(now) <= 0) return "end";
    if (uses > 0 && this.#uses >= uses) return "token_num_uses";
    if (!admits(this.#terms, address)) return "token_bound_cidrs";
    this.#uses += 1;
    return undefined;
  }
}

export function admits({ token_bound_cidrs: blocks }: Pick<Terms, "token_bound_cidrs">, address: string): boolean {
  return (
    blocks.length === 0 ||
    blocks.some((block) => {
      const [base = "", bits = "32"] = block.split("/");
      const size = 2 ** (32 - Number(bits));
      return Math.floor(asNumber(base) / size) === Math.floor(asNumber(address) / size);
    })
  );
}

function asNumber(address: string): number {
  return address.split(".").reduce((sum, part) => sum * 256 + Number(part), 0);
}
