/** Fields whose value is a secret whatever precedes the name: `password`, `root_password`, `client_token`, … */
const endings = ["password", "passphrase", "token", "accessor", "secret", "secret_key", "private_key", "secret_id"];

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
  "nonce",
  "client_nonce",
  "keys_base64",
  // No secret, but a credential, and another one in each run of a seed.
  "client_certificate",
];

/** The same names come again and again; what is made up by clients is bounded. */
const known = new Map<string, boolean>();
const maxKnown = 4_096;

/** Whether a field or header of this name holds a secret; spelling (`secret-key`, `secretKey`, `SECRET_KEY`) does not matter. */
export function isSecretName(name: string): boolean {
  const before = known.get(name);
  if (before !== undefined) return before;
  const is = isSecret(name);
  if (known.size >= maxKnown) known.clear();
  known.set(name, is);
  return is;
}

function isSecret(name: string): boolean {
  const normal = name
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replaceAll("-", "_")
    .toLowerCase();
  return whole.includes(normal) || endings.some((ending) => normal === ending || normal.endsWith(`_${ending}`));
}
