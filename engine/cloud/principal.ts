import { Problem, quoted } from "../api/problem.ts";

/** An IAM user or role that signed an identity lookup, as the provider reports it. */
export type Principal = Readonly<{
  account: string;
  /** Name of the user or role, without path and session. It is also the role of a login request that names no role. */
  friendlyName: string;
  /** Name of the session of an assumed role; "" for a user. */
  sessionName: string;
  /** ARN of service `iam`, without path and session. Compared with bindings without a wildcard. */
  canonicalArn: string;
  /**
   * ARN with the path. Compared with bindings that end in a wildcard. The provider does not report the path of an
   * assumed role. Until IAM is queried for the role, the path is empty.
   */
  fullArn: string;
}>;

/** Parses the ARN of a user or an assumed role from an identity lookup. Throws a Problem for other ARNs (W4.3-05). */
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
