/**
 * Names of fields whose values are secrets, by themselves or after another word and `_`: `password`, `root_password`.
 */
const endings = [
  "password",
  "passphrase",
  "password_hash",
  "token",
  "accessor",
  "secret",
  "secret_key",
  "private_key",
  "secret_id",
  "nonce",
  "otp",
  "unseal_key",
  "unseal_keys",
  "recovery_key",
  "recovery_keys",
  "keys_base64",
  "keys_b64",
  "keys_hex",
];

/** Complete names of other fields whose values are masked. */
const whole = [
  "authorization",
  "proxy_authorization",
  "cookie",
  "set_cookie",
  "secret_access_key",
  "iam_request_headers",
  "iam_request_body",
  "pkcs7",
  // A client's certificate and private key in the reference's database connections.
  "tls_certificate_key",
  // Not a secret, but a credential that differs between runs of a seed.
  "client_certificate",
];

/** Field names that are secret only at certain paths. The comments give the meaning of such a name elsewhere. */
const namesByPath: readonly Readonly<{ path: RegExp; names: readonly string[] }>[] = [
  // Elsewhere: a field in a client's own data.
  { path: /(^|\/)sys\//, names: ["key"] },
  // Elsewhere: names of objects in list responses.
  { path: /(^|\/)sys\/(init|unseal|rekey|rekey-recovery-key|generate-root)\b/, names: ["keys"] },
  // Elsewhere: any text.
  { path: /(^|\/)sys\/(tools\/hash|audit-hash)\b/, names: ["input"] },
  { path: /(^|\/)sys\/tools\/random\b/, names: ["random_bytes"] },
  // Elsewhere: the id of an entity or lease.
  { path: /(^|\/)auth\/token\/create\b/, names: ["id"] },
];

/** Maximum number of results in a cache. It is limited because clients can invent names and paths. */
const maxKnown = 4_096;
/** Maximum length of a cached name or path, in characters. */
const maxNameLength = 256;

const knownPaths = new Map<string, readonly string[]>();

/** Returns the field names that are secret at this API path, in addition to those that {@link isSecretName} accepts. */
export function secretNamesAt(path: string): readonly string[] {
  return path.length > maxNameLength ? namesAt(path) : cached(knownPaths, path, namesAt);
}

function namesAt(path: string): readonly string[] {
  return namesByPath.flatMap((one) => (one.path.test(path) ? one.names : []));
}

function cached<Result>(results: Map<string, Result>, text: string, compute: (text: string) => Result): Result {
  const before = results.get(text);
  if (before !== undefined) return before;
  const result = compute(text);
  if (results.size >= maxKnown) results.clear();
  results.set(text, result);
  return result;
}

const known = new Map<string, boolean>();

/**
 * True if the name of a field or header is that of a secret, as in `secret_key`, `secret-key`, `secretKey`,
 * `SECRET_KEY`.
 */
export function isSecretName(name: string): boolean {
  if (name.length > maxNameLength) return isSecret(name.slice(-maxNameLength));
  return cached(known, name, isSecret);
}

function isSecret(name: string): boolean {
  const normal = normalized(name);
  return whole.includes(normal) || endings.some((ending) => normal === ending || normal.endsWith(`_${ending}`));
}

/** True if the name of a field is that of a secret. `names` is the result of {@link secretNamesAt} for the path. */
export function isSecretNameAmong(name: string, names: readonly string[]): boolean {
  return (
    isSecretName(name) ||
    (names.length > 0 && name.length <= maxNameLength && names.includes(cached(knownNormalized, name, normalized)))
  );
}

const knownNormalized = new Map<string, string>();

function normalized(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replaceAll("-", "_")
    .toLowerCase();
}
