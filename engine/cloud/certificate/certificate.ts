import type { JsonObject } from "../../api/json.ts";
import { Problem, quoted } from "../../api/problem.ts";
import { decodedIfBase64 } from "../../api/values/base64.ts";
import { collection } from "../../core/storage/storage.ts";
import { type Provider, publicCertificateField } from "../provider.ts";
import { pemCertificate } from "./pem-certificate.ts";

/** Use of a certificate: it verifies PKCS#7 messages, or the separate signatures of identity documents. */
export const certificateTypes = ["pkcs7", "identity"] as const;

export type Certificate = Readonly<{ pem: string; type: (typeof certificateTypes)[number] }>;

/** Registered certificates by name. Names are case-sensitive. */
export const certificates = collection<Certificate>("shared", "certificate/");

/** Parses the certificate of a write request: PEM, or base64 of PEM. Throws a Problem if it is invalid. */
export function certificateOf(
  { text, type }: Readonly<{ text: string; type: string }>,
  provider: Provider,
): Certificate {
  const known = certificateTypes.find((name) => name === type);
  if (known === undefined) throw new Problem("refused", `invalid certificate type ${quoted(type)}`);
  if (text === "") throw new Problem("refused", `invalid ${publicCertificateField(provider)}`);
  const pem = decodedIfBase64(text);
  if (!pemCertificate(pem)) throw new Problem("refused", "invalid certificate; should be one PEM block only");
  return { pem, type: known };
}

export function shownCertificate({ pem, type }: Certificate, provider: Provider): JsonObject {
  return { [publicCertificateField(provider)]: pem, type };
}
