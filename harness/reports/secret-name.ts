/** Fields whose value is a secret whatever precedes the name: `password`, `root_password`, `client_token`, … */
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

/** Fields whose value authenticates a client, or lets it do so. */
const whole = [
  "authorization",
  "proxy_authorization",
  "cookie",
  "set_cookie",
  "secret_access_key",
  "iam_request_headers",
  "iam_request_body",
  "pkcs7",
  // The certificate and the private key of a client, in the reference's database connections.
  "tls_certificate_key",
  // No secret, but a credential, and another one in each run of a seed.
  "client_certificate",
];

/** Names that mean a secret only in requests of these paths, and what else they mean elsewhere. */
const namesByPath: readonly Readonly<{ path: RegExp; names: readonly string[] }>[] = [
  // Elsewhere: whatever a client calls so.
  { path: /(^|\/)sys\//, names: ["key"] },
  // Elsewhere: names of objects in answers to lists.
  { path: /(^|\/)sys\/(init|unseal|rekey|rekey-recovery-key|generate-root)\b/, names: ["keys"] },
  // Elsewhere: any number of things.
  { path: /(^|\/)sys\/(tools\/hash|audit-hash)\b/, names: ["input"] },
  { path: /(^|\/)sys\/tools\/random\b/, names: ["random_bytes"] },
  // Elsewhere: the identifier of an entity or of a lease.
  { path: /(^|\/)auth\/token\/create\b/, names: ["id"] },
];

/** Names that mean a secret at this path of the API, beside those that do so at any ({@link isSecretName}). */
export function secretNamesAt(path: string): readonly string[] {
  return namesByPath.flatMap((one) => (one.path.test(path) ? one.names : []));
}

/** The same names come again and again; what is made up by clients is bounded. */
const known = new Map<string, boolean>();
const maxKnown = 4_096;
/** A longer name is judged by its end, and is not remembered. */
const maxNameLength = 256;

/** Whether a field or header of this name holds a secret; spelling (`secret-key`, `secretKey`, `SECRET_KEY`) does not matter. */
export function isSecretName(name: string): boolean {
  if (name.length > maxNameLength) return isSecret(name.slice(-maxNameLength));
  const before = known.get(name);
  if (before !== undefined) return before;
  const is = isSecret(name);
  if (known.size >= maxKnown) known.clear();
  known.set(name, is);
  return is;
}

function isSecret(name: string): boolean {
  const normal = normalized(name);
  return whole.includes(normal) || endings.some((ending) => normal === ending || normal.endsWith(`_${ending}`));
}

/** Whether a field of this name holds a secret where the {@link secretNamesAt} its path are `names`. */
export function isSecretNameAmong(name: string, names: readonly string[]): boolean {
  return isSecretName(name) || (names.length > 0 && name.length <= maxNameLength && names.includes(normalized(name)));
}

function normalized(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replaceAll("-", "_")
    .toLowerCase();
}
