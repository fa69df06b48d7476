import type { CloudFact } from "./cloud-facts.ts";

const prefixes = ["CLOUD", "AWS"] as const;

export type Variable = Readonly<{
  /** Description of the allowed values, for error messages. */
  allowed: string;
  isAllowed(text: string): boolean;
  /** True if the value must never be shown and must not be in a file. */
  isSecret?: boolean;
  fact?: CloudFact;
}>;

/** Maximum length of a value, in characters. */
const maxLength = 2048;

const printable = {
  allowed: "a text without blanks and control characters",
  isAllowed: (text: string) => /^[\x21-\x7e]+$/.test(text) && text.length <= maxLength,
} as const;
const address = {
  allowed: "an address that begins with http:// or https://, without credentials",
  isAllowed(text: string) {
    const url = printable.isAllowed(text) ? URL.parse(text) : null;
    return url !== null && /^https?:$/.test(url.protocol) && url.username === "" && url.password === "";
  },
} as const;

/** Variables of the auth method, by name without the prefix and its `_`. */
const suffixes: Readonly<Record<string, Variable>> = {
  ACCESS_KEY: { ...printable, fact: "access_key_id" },
  SECRET_KEY: { ...printable, isSecret: true, fact: "secret_access_key" },
  REGION: {
    allowed: 'the name of a region, such as "eu-west-1"',
    isAllowed: (text) => /^[a-z0-9-]{1,64}$/.test(text),
    fact: "region",
  },
  ENDPOINT_URL: { ...address, fact: "url" },
  EC2_METADATA_DISABLED: { allowed: '"true" or "false"', isAllowed: (text) => text === "true" || text === "false" },
  EC2_METADATA_SERVICE_ENDPOINT: address,
};

export const variables: ReadonlyMap<string, Variable> = new Map([
  ...prefixes.flatMap((word) =>
    Object.entries(suffixes).map(([name, variable]) => [`${word}_${name}`, variable] as const),
  ),
  ["GODEBUG", printable],
]);

/** Returns variables that disable instance metadata, for each prefix without a metadata endpoint in `names`. */
export function withoutMetadata(names: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    prefixes
      .filter((word) => !(`${word}_EC2_METADATA_SERVICE_ENDPOINT` in names))
      .map((word) => [`${word}_EC2_METADATA_DISABLED`, "true"]),
  );
}
