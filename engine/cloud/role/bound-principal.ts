import { quoted } from "../../api/problem.ts";

export type BoundPrincipal = Readonly<{
  kind: "user" | "role";
  account: string;
  name: string;
  canonicalArn: string;
}>;

/** Parses the ARN of an IAM user or role. Throws an Error for any other ARN (W4.2-05). */
export function parseBoundPrincipal(arn: string): BoundPrincipal {
  const parts = arn.split(":");
  if (parts.length !== 6) {
    throw new Error(`unrecognized arn: contains ${parts.length} colon-separated parts, expected 6`);
  }
  const [scheme, partition, service, , account = "", resource = ""] = parts;
  if (scheme !== "arn" || !partition) throw new Error(`unrecognized arn: does not begin with "arn:" and a partition`);
  if (service !== "iam") throw new Error(`unrecognized service: ${service}, not iam`);
  const [kind = "", ...names] = resource.split("/");
  if (names.length === 0) {
    throw new Error(`unrecognized arn: ${quoted(resource)} contains fewer than 2 slash-separated parts`);
  }
  if (kind !== "user" && kind !== "role") throw new Error(`unrecognized error type ${quoted(kind)}`);
  const name = names.at(-1) ?? "";
  if (name === "") throw new Error(`unrecognized arn: ${quoted(resource)} has no name`);
  return { kind, account, name, canonicalArn: `arn:${partition}:iam::${account}:${kind}/${name}` };
}
