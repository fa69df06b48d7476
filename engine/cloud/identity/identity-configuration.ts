import { z } from "zod";
import { field } from "../../api/field.ts";
import type { JsonObject } from "../../api/json.ts";
import { Problem, quoted } from "../../api/problem.ts";
import { collection, type Storage } from "../../core/storage/storage.ts";
import { inferredRegionField, type Provider } from "../provider.ts";

/** What can become the alias of a principal. */
export const iamAliases = ["role_id", "unique_id", "full_arn"] as const;

/** What can become the alias of an instance. */
export const ec2Aliases = ["role_id", "instance_id", "image_id"] as const;

/**
 * The identity configuration: which alias a login has, and which metadata its token and alias carry
 * (CLOUD-IDENT-01).
 */
export type IdentityConfiguration = Readonly<{
  iamAlias: (typeof iamAliases)[number];
  iamMetadata: readonly string[];
  ec2Alias: (typeof ec2Aliases)[number];
  ec2Metadata: readonly string[];
}>;

/** Metadata of both login types unless others are chosen. */
const defaultMetadata = ["account_id", "auth_type"] as const;

const ec2Selectable = [...defaultMetadata, "ami_id", "instance_id", "region"] as const;

function iamSelectable(provider: Provider): readonly string[] {
  const inferred = [inferredRegionField(provider), "inferred_entity_id", "inferred_entity_type"];
  return [...defaultMetadata, "canonical_arn", "client_arn", "client_user_id", ...inferred];
}

/** The configuration of a mount on which none was written. */
const defaultIdentityConfiguration: IdentityConfiguration = {
  iamAlias: "role_id",
  iamMetadata: defaultMetadata,
  ec2Alias: "role_id",
  ec2Metadata: defaultMetadata,
};

const configurations = collection<IdentityConfiguration>("shared", "config/");

/** The one configuration of a mount; the default one until another is written. */
export const identityConfiguration = {
  read: async (storage: Storage): Promise<IdentityConfiguration> =>
    (await configurations.read(storage, "identity")) ?? defaultIdentityConfiguration,
  put: (configuration: IdentityConfiguration) => configurations.put("identity", configuration),
};

/** Fields of a write; what is left out stays as it is. */
export const identityFields = z.object({
  iam_alias: field.text.optional(),
  iam_metadata: field.list.optional(),
  ec2_alias: field.text.optional(),
  ec2_metadata: field.list.optional(),
});

/**
 * Applies `wish` to `old`. Throws a Problem with the reference's text for an invalid setting
 * (W4.1-04).
 */
export function reviseIdentityConfiguration(
  old: IdentityConfiguration,
  wish: z.output<typeof identityFields>,
  provider: Provider,
): IdentityConfiguration {
  return {
    iamAlias: aliasOf("iam_alias", wish.iam_alias ?? old.iamAlias, iamAliases),
    iamMetadata: wish.iam_metadata ? metadataNames(wish.iam_metadata, iamSelectable(provider)) : old.iamMetadata,
    ec2Alias: aliasOf("ec2_alias", wish.ec2_alias ?? old.ec2Alias, ec2Aliases),
    ec2Metadata: wish.ec2_metadata ? metadataNames(wish.ec2_metadata, ec2Selectable) : old.ec2Metadata,
  };
}

/** The configuration as it is read back. */
export function shownIdentityConfiguration({
  iamAlias,
  iamMetadata,
  ec2Alias,
  ec2Metadata,
}: IdentityConfiguration): JsonObject {
  return { iam_alias: iamAlias, iam_metadata: iamMetadata, ec2_alias: ec2Alias, ec2_metadata: ec2Metadata };
}

/** The values of the chosen `names`; a value that is empty is left out. */
export function chosenMetadata(
  names: readonly string[],
  values: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => value !== "" && names.includes(name)));
}

function aliasOf<Alias extends string>(name: string, wished: string, allowed: readonly Alias[]): Alias {
  const found = allowed.find((alias) => alias === wished);
  if (found !== undefined) return found;
  throw new Problem("refused", `${name} of ${quoted(wished)} not in set of allowed values: [${allowed.join(" ")}]`);
}

/** The metadata that a write names; `default` alone stands for the default ones. */
function metadataNames(wished: readonly string[], selectable: readonly string[]): readonly string[] {
  if (wished.length === 1 && wished[0] === "default") return defaultMetadata;
  const listed = `[${wished.toSorted().map(quoted).join(" ")}]`;
  if (wished.includes("default")) {
    const text = `${listed} contains default - default can't be used in combination with other fields`;
    throw new Problem("refused", text);
  }
  const unknown = wished.find((name) => !selectable.includes(name));
  if (unknown === undefined) return wished;
  const text = `${quoted(unknown)} contains an unavailable field, please select from ${quoted(selectable.toSorted().join(", "))}`;
  throw new Problem("refused", text);
}
