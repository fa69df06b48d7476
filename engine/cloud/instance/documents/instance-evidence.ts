import type { z } from "zod";
import { Problem } from "../../../api/problem.ts";
import type { MountContext } from "../../../core/mounts/mount-type.ts";
import type { loginFields } from "../../login/signed-request/evidence.ts";
import { type IdentityDocument, readIdentityDocument } from "./identity-document.ts";
import { type CertificateSources, trustedCertificates } from "./trusted-certificates.ts";
import { verifyDocument } from "./verify-document.ts";
import { verifyMessage } from "./verify-message.ts";

/**
 * Verifies the signature of an instance's login evidence and parses its identity document. Throws a Problem if the
 * evidence is invalid.
 */
export async function readInstanceEvidence(
  { pkcs7 = "", identity = "", signature = "" }: z.output<typeof loginFields>,
  { cryptography, ...known }: Pick<MountContext, "storage" | "cryptography"> & CertificateSources,
): Promise<IdentityDocument> {
  if (pkcs7 === "") {
    const trusted = await trustedCertificates("identity", known);
    return readIdentityDocument(verifyDocument({ identity, signature }, { ...trusted, cryptography }));
  }
  if (identity !== "" || signature !== "") {
    const both = "both pkcs7 and a tuple containing the instance identity document and its SHA256 RSA signature";
    throw new Problem("refused", `${both} is supplied; provide only one`);
  }
  const trusted = await trustedCertificates("pkcs7", known);
  return readIdentityDocument(verifyMessage(pkcs7, { ...trusted, cryptography }));
}
