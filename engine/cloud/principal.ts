import { Problem, quoted } from "../api/problem.ts";

/** The signer of a request, as reported by the provider. */
export type Principal = Readonly<{
  account: string;
  /** Name of the user or role, without path and session. The login role if the login names none. */
  friendlyName: string;
  /** Name of an assumed role's session; empty for a user. */
  sessionName: string;
  /** ARN without path and session, of service `iam`. Compared with bindings without a wildcard. */
  canonicalArn: string;
  /**
   * ARN with the path, if known. Compared with bindings that have a wildcard. The provider does not
   * report the path of an assumed role; until the role is read from IAM, its path counts as empty.
   */
  fullArn: string;
}>;

/**
 * Parses the ARN of a user or an assumed role from an identity lookup. Throws a Problem for any
 * other ARN (W4.3-05).
 */
export function parsePrincipal(arn: string): Principal {
  const refuse = (why: string) => new Problem("refused", `error parsing arn ${quoted(arn)}: ${why}`);
  const parts = arn.split(":");
  const [scheme, partition, service, region, account = "", resource = ""] = parts;
  if (parts.length !== 6) throw refuse(`unrecognized arn: contains ${parts.length} colon-separated parts, expected 6`);
  if (scheme !== "arn" || !partition) throw refuse(`unrecognized arn: does not begin with "arn:" and a partition`);
  if (service !== "iam" && service !== "sts") throw refuse(`unrecognized service: ${service}, not one of iam or sts`);
  if (region !== "" || !/^\d{12}$/.test(account)) throw refuse("unrecognized arn: no account of twelve digits");
  const [kind, ...names] = resource.split("/");
  if (names.length === 0) {
    throw refuse(`unrecognized arn: ${quoted(resource)} contains fewer than 2 slash-separated parts`);
  }
  const unnamed = names.includes("");
  const iam = `arn:${partition}:iam::${account}`;
  if (kind === "user" && service === "iam" && !unnamed) {
    const name = names.at(-1) ?? "";
    return { account, friendlyName: name, sessionName: "", canonicalArn: `${iam}:user/${name}`, fullArn: arn };
  }
  if (kind === "assumed-role" && service === "sts" && names.length === 2 && !unnamed) {
    const [name = "", sessionName = ""] = names;
    const canonicalArn = `${iam}:role/${name}`;
    return { account, friendlyName: name, sessionName, canonicalArn, fullArn: canonicalArn };
  }
  throw refuse(`unrecognized principal type: ${quoted(kind ?? "")}`);
}
