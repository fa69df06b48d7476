/** Endings of field names whose values are secrets: `password`, `root_password`, `client_token`, …. */
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

/** Field names that are secret only at certain paths. Comments give the meaning of a name at other paths. */
const namesByPath: readonly Readonly<{ path: RegExp; names: readonly string[] }>[] = [
  // Elsewhere: any field of a client.
  { path: /(^|\/)sys\//, names: ["key"] },
  // Elsewhere: names of objects in list responses.
  { path: /(^|\/)sys\/(init|unseal|rekey|rekey-recovery-key|generate-root)\b/, names: ["keys"] },
  // Elsewhere: any text.
  { path: /(^|\/)sys\/(tools\/hash|audit-hash)\b/, names: ["input"] },
  { path: /(^|\/)sys\/tools\/random\b/, names: ["random_bytes"] },
  // Elsewhere: the id of an entity or lease.
  { path: /(^|\/)auth\/token\/create\b/, names: ["id"] },
];

/** Maximum number of cached results. It is limited because clients can invent names and paths. */
const maxKnown = 4_096;
/** Maximum length of a cached name or path, in characters. Of a longer name, only the end is examined. */
const maxNameLength = 256;

/** Cache of results of {@link secretNamesAt}. */
const knownPaths = new Map<string, readonly string[]>();

/** Returns the names that are secret at this API path, in addition to {@link isSecretName}. */
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

/** Cache of results of {@link isSecretName}. */
const known = new Map<string, boolean>();

/** True if the value of a field or header is a secret, by its name: `secret-key`, `secretKey`, `SECRET_KEY`, …. */
export function isSecretName(name: string): boolean {
  if (name.length > maxNameLength) return isSecret(name.slice(-maxNameLength));
  return cached(known, name, isSecret);
}

function isSecret(name: string): boolean {
  const normal = normalized(name);
  return whole.includes(normal) || endings.some((ending) => normal === ending || normal.endsWith(`_${ending}`));
}

/** True if the value of a field is a secret. `names` is the result of {@link secretNamesAt} for the path. */
export function isSecretNameAmong(name: string, names: readonly string[]): boolean {
  return (
    isSecretName(name) ||
    (names.length > 0 && name.length <= maxNameLength && names.includes(cached(knownNormalized, name, normalized)))
  );
}

/** Cache of results of {@link normalized}. */
const knownNormalized = new Map<string, string>();

function normalized(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replaceAll("-", "_")
    .toLowerCase();
}
