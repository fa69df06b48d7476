import type { CloudFact } from "./cloud-facts.ts";

/** How the login method calls its variables: after the type that it is enabled as. */
const words = ["CLOUD", "AWS"] as const;

/** What a variable may hold. */
export type Variable = Readonly<{
  /** For messages. */
  allowed: string;
  isAllowed(text: string): boolean;
  /** It is never told, and does not stand in a file. */
  isSecret?: boolean;
  /** What of the cloud endpoint it can be. */
  fact?: CloudFact;
}>;

/** Longer texts are no key, region or address. */
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

/** What the login method reads, behind the word and `_`. */
const ofEachWord: Readonly<Record<string, Variable>> = {
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

/** Every variable that a cluster reads. `GODEBUG` with `x509sha1=1` brings back evidence that is signed with SHA-1. */
export const variables: ReadonlyMap<string, Variable> = new Map([
  ...words.flatMap((word) =>
    Object.entries(ofEachWord).map(([name, variable]) => [`${word}_${name}`, variable] as const),
  ),
  ["GODEBUG", printable],
]);

/** Variables that keep a cluster from looking for metadata of an instance, where `given` names no endpoint of them: what this machine is, is no business of a rehearsal. */
export function withoutMetadata(given: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    words
      .filter((word) => !(`${word}_EC2_METADATA_SERVICE_ENDPOINT` in given))
      .map((word) => [`${word}_EC2_METADATA_DISABLED`, "true"]),
  );
}
