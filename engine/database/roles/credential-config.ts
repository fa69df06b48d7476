import type { JsonObject } from "../../api/json.ts";
import { Problem } from "../../api/problem.ts";
import type { CredentialType } from "./credential-type.ts";

export type CredentialConfig = Readonly<Record<string, string>>;

/** Options and defaults of each credential type (DB-CREDCONF-01, -05, -09, -10). */
const defaults: Readonly<Record<CredentialType, CredentialConfig>> = {
  password: { password_policy: "" },
  rsa_private_key: { key_bits: "2048" },
  client_certificate: {
    common_name_template: "",
    ca_cert: "",
    ca_private_key: "",
    key_type: "",
    key_bits: "",
    signature_bits: "256",
  },
};

/** Permitted key sizes in bits of each key type, with the default first; ed25519 has only one size. */
const keySizes: Readonly<Record<string, readonly string[]>> = {
  rsa: ["2048", "3072", "4096"],
  ec: ["256", "224", "384", "521"],
  ed25519: [],
};

const signatureSizes = ["256", "384", "512"];

/** Validates options and adds defaults. Throws a Problem "refused" if one is invalid. */
export function parseCredentialConfig(type: CredentialType, options: JsonObject): CredentialConfig {
  const allowed = defaults[type];
  const texts = Object.entries(options).map(([name, value]) => {
    if (!Object.hasOwn(allowed, name)) throw invalid(`${name} is no option of ${type}`);
    if (typeof value !== "string" && typeof value !== "number") throw invalid(`${name} must be text`);
    return [name, String(value)] as const;
  });
  const config: Record<string, string> = { ...allowed, ...Object.fromEntries(texts) };
  if (type === "password") return config.password_policy === "" ? {} : config;
  if (type === "rsa_private_key") return withKeySize(config, "rsa");
  checkPem(config.ca_cert, "ca_cert", /^-----BEGIN CERTIFICATE-----\s[\s\S]+\s-----END CERTIFICATE-----$/);
  checkPem(
    config.ca_private_key,
    "ca_private_key",
    /^-----BEGIN (\w+ )?PRIVATE KEY-----\s[\s\S]+\s-----END \1PRIVATE KEY-----$/,
  );
  if (!signatureSizes.includes(config.signature_bits ?? ""))
    throw invalid(`invalid signature_bits: ${config.signature_bits}`);
  return withKeySize(config, config.key_type ?? "");
}

export function shownCredentialConfig({ ca_private_key: _, ...shown }: CredentialConfig): CredentialConfig {
  return shown;
}

function withKeySize(config: CredentialConfig, keyType: string): CredentialConfig {
  const sizes = Object.hasOwn(keySizes, keyType) ? keySizes[keyType] : undefined;
  if (!sizes) throw invalid("invalid key_type");
  const size = config.key_bits || (sizes[0] ?? "");
  if (sizes.length > 0 && !sizes.includes(size)) throw invalid(`invalid key_bits: ${size}`);
  return { ...config, key_bits: size };
}

function checkPem(text: string | undefined, name: string, form: RegExp): void {
  if (text && !form.test(text.trim())) throw invalid(`${name} is not PEM`);
}

function invalid(why: string): Problem {
  return new Problem("refused", `credential_config validation failed: ${why}`);
}
