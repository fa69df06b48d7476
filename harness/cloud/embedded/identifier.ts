const base32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const base64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

type Random = (count: number) => Uint8Array;

/** An unchangeable id of a user: `AIDA` and 17 characters, as the provider makes them. */
export function newUserId(random: Random): string {
  return `AIDA${letters(random(17), base32)}`;
}

/** An unchangeable id of a role: `AROA` and 17 characters. */
export function newRoleId(random: Random): string {
  return `AROA${letters(random(17), base32)}`;
}

/** An unchangeable id of an instance profile: `AIPA` and 17 characters. */
export function newProfileId(random: Random): string {
  return `AIPA${letters(random(17), base32)}`;
}

/** An instance's id: `i-` and 17 hexadecimal digits. */
export function newInstanceId(random: Random): string {
  return `i-${Buffer.from(random(9)).toString("hex").slice(0, 17)}`;
}

/** An access key id: `AKIA` and 16 characters. */
export function newAccessKeyId(random: Random): string {
  return `AKIA${letters(random(16), base32)}`;
}

/** The access key id of a session: `ASIA` and 16 characters. */
export function newSessionKeyId(random: Random): string {
  return `ASIA${letters(random(16), base32)}`;
}

/** A session token; the provider's are as opaque, and longer. */
export function newSessionToken(random: Random): string {
  return Buffer.from(random(96)).toString("base64");
}

/** A secret access key: 40 characters. */
export function newSecret(random: Random): string {
  return letters(random(40), base64);
}

/** A random UUID, as requests are numbered. */
export function newRequestId(random: Random): string {
  const digits = Buffer.from(random(16)).toString("hex");
  const variant = "89ab"[Number.parseInt(digits[16] ?? "0", 16) % 4];
  return [
    digits.slice(0, 8),
    digits.slice(8, 12),
    `4${digits.slice(13, 16)}`,
    `${variant}${digits.slice(17, 20)}`,
    digits.slice(20),
  ].join("-");
}

/** The alphabets' lengths divide 256, so every letter is as likely as any other. */
function letters(bytes: Uint8Array, alphabet: string): string {
  return Array.from(bytes, (byte) => alphabet[byte % alphabet.length]).join("");
}
