const base32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const base64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

type Random = (count: number) => Uint8Array;

/** Creates a user id: `AIDA` and 17 characters, as in AWS. */
export function newUserId(random: Random): string {
  return `AIDA${letters(random(17), base32)}`;
}

/** Creates a role id: `AROA` and 17 characters. */
export function newRoleId(random: Random): string {
  return `AROA${letters(random(17), base32)}`;
}

/** Creates an instance profile id: `AIPA` and 17 characters. */
export function newProfileId(random: Random): string {
  return `AIPA${letters(random(17), base32)}`;
}

/** Creates an instance id: `i-` and 17 hexadecimal digits. */
export function newInstanceId(random: Random): string {
  return `i-${Buffer.from(random(9)).toString("hex").slice(0, 17)}`;
}

/** Creates an access key id: `AKIA` and 16 characters. */
export function newAccessKeyId(random: Random): string {
  return `AKIA${letters(random(16), base32)}`;
}

/** Creates the access key id of a session: `ASIA` and 16 characters. */
export function newSessionKeyId(random: Random): string {
  return `ASIA${letters(random(16), base32)}`;
}

export function newSessionToken(random: Random): string {
  return Buffer.from(random(96)).toString("base64");
}

/** Creates a secret access key: 40 characters. */
export function newSecret(random: Random): string {
  return letters(random(40), base64);
}

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

/** Maps each byte to a letter. The alphabet's length must divide 256, so that all letters are equally likely. */
function letters(bytes: Uint8Array, alphabet: string): string {
  return Array.from(bytes, (byte) => alphabet[byte % alphabet.length]).join("");
}
