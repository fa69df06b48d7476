import { Problem, quoted } from "../api/problem.ts";

/** Who signed a request, as the provider answered. */
export type Principal = Readonly<{
  account: string;
  /** Name of the user or of the role, without path and session: the role to log in against when none is named. */
  friendlyName: string;
  /** Name of an assumed role's session; empty for a user. */
  sessionName: string;
  /** ARN without path and session, of service `iam`; a binding without wildcard is compared with it. */
  canonicalArn: string;
  /**
   * ARN that bindings with a wildcard are compared with: with the path, if there is one. The provider does not tell the path of
   * an assumed role; until roles are read from IAM it counts as having none.
   */
  fullArn: string;
}>;

/**
 * Parses the ARN of an identity lookup: that of a user or of an assumed role. Throws a Problem for
 * any other (W4.3-05).
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
