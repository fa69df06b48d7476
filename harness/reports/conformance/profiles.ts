import type { Requirement } from "#harness/reports/requirements.ts";

/** Profiles of requirements, which a server may implement independently. Each requirement belongs to one profile. */
export const profiles = {
  core: "requests, responses, lists and mounts, in all three documents",
  database: "the database secrets engine",
  "cloud-iam": "cloud logins of IAM principals, and the configuration of the method",
  "cloud-instances": "cloud logins of instances: role tags, access and deny lists, certificates, tidy",
  replication: "performance replication between two clusters",
} as const;

export type ProfileName = keyof typeof profiles;

export const profileNames = Object.keys(profiles) as readonly ProfileName[];

/** Optional features of a profile. The other requirements of a profile are required. */
export const optionalFeatures = {
  time: "rules about the passage of time",
  "earlier-release": "rules about data and behaviour of earlier releases",
  "three-clusters": "rules about three clusters of one set",
} as const;

export type OptionalFeature = keyof typeof optionalFeatures;

const needs: Readonly<Record<string, OptionalFeature>> = {
  "clock-control": "time",
  "old-release": "earlier-release",
  "three-clusters": "three-clusters",
};

/** Subjects of requirements about instances that need no instance, such as the definition of a role tag. */
const instanceSubjects =
  /^CLOUD-(?:ACCESS|CERT|DENY|EC2|INFER|MIGR|NONCE|REAUTH|SHA1|STS|TAG|TAGKEY|TIDY|TIDYCFG|URL)-/;

export function profileOf({
  id,
  document,
  needs: needed,
}: Pick<Requirement, "id" | "document" | "needs">): ProfileName {
  if (id.startsWith("CORE-")) return "core";
  if (document === "database" || document === "replication") return document;
  const isAboutInstances = needed.some((need) => need === "cloud-ec2" || need === "instance-evidence");
  return isAboutInstances || instanceSubjects.test(id) ? "cloud-instances" : "cloud-iam";
}

/** Returns the optional feature of a requirement, or undefined if its profile requires it. */
export function featureOf({ needs: needed }: Pick<Requirement, "needs">): OptionalFeature | undefined {
  return needed.map((need) => needs[need]).find((feature) => feature !== undefined);
}

/** Returns the tag expression of scenarios that have a requirement of one of these profiles. */
export function tagsOf(names: readonly ProfileName[], requirements: Iterable<Requirement>): string {
  const chosen = [...requirements].filter((one) => names.includes(profileOf(one)));
  return chosen.map(({ id }) => `@${id}`).join(" or ");
}
