import { Problem } from "../../api/problem.ts";
import type { HandlerContext } from "../../core/mounts/mount-type.ts";
import type { Certificates } from "../../ports/certificates.ts";
import type { UsernameForm } from "../plugins/plugin.ts";
import type { CredentialConfig } from "../roles/credential-config.ts";
import { checkUsernameTemplate } from "./name-of-new-user.ts";

/**
 * Throws a Problem "refused" if the CA of a role cannot sign certificates, or if its template for the
 * common name is invalid. Missing options are reported only when credentials are requested.
 */
export function checkCertificates(
  { ca_cert, ca_private_key, common_name_template }: CredentialConfig,
  { clock, entropy, cryptography }: Pick<HandlerContext, "clock" | "entropy" | "cryptography">,
  { certificates, form }: Readonly<{ certificates: Certificates; form: UsernameForm | undefined }>,
): void {
  const fault = certificates.faultOf({
    ...(ca_cert ? { certificate: ca_cert } : {}),
    ...(ca_private_key ? { privateKey: ca_private_key } : {}),
  });
  if (fault !== undefined) throw invalid(fault);
  if (!common_name_template) return;
  const checked = { field: "common_name_template", text: common_name_template, form };
  try {
    checkUsernameTemplate(checked, { now: clock.now(), entropy, cryptography });
  } catch (cause) {
    if (cause instanceof Problem) throw invalid(`common_name_template: ${cause.message}`, { cause });
    throw cause;
  }
}

function invalid(why: string, options?: ErrorOptions): Problem {
  return new Problem("refused", `credential_config validation failed: ${why}`, options);
}
