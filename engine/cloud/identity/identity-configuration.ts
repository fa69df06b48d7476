import { z } from "zod";
import { field } from "../../api/field.ts";
import type { JsonObject } from "../../api/json.ts";
import { Problem, quoted } from "../../api/problem.ts";
import { collection, type Storage } from "../../core/storage/storage.ts";
import { inferredRegionField, type Provider } from "../provider.ts";

/** Properties of a principal that can be its alias. */
export const iamAliases = ["role_id", "unique_id", "full_arn"] as const;

/** Properties of an instance that can be its alias. */
export const ec2Aliases = ["role_id", "instance_id", "image_id"] as const;

/**
 * Identity configuration: the alias of a login, and the metadata of its token and alias
 * (CLOUD-IDENT-01).
 */
export type IdentityConfiguration = Readonly<{
  iamAlias: (typeof iamAliases)[number];
  iamMetadata: readonly string[];
  ec2Alias: (typeof ec2Aliases)[number];
  ec2Metadata: readonly string[];
}>;

/** Default metadata of both login types. */
const defaultMetadata = ["account_id", "auth_type"] as const;

const ec2Selectable = [...defaultMetadata, "ami_id", "instance_id", "region"] as const;

function iamSelectable(provider: Provider): readonly string[] {
  const inferred = [inferredRegionField(provider), "inferred_entity_id", "inferred_entity_type"];
  return [...defaultMetadata, "canonical_arn", "client_arn", "client_user_id", ...inferred];
}

/** Default configuration of a mount. */
const defaultIdentityConfiguration: IdentityConfiguration = {
  iamAlias: "role_id",
  iamMetadata: defaultMetadata,
  ec2Alias: "role_id",
  ec2Metadata: defaultMetadata,
};

const configurations = collection<IdentityConfiguration>("shared", "config/");

/** The identity configuration of a mount. */
export const identityConfiguration = {
  read: async (storage: Storage): Promise<IdentityConfiguration> =>
    (await configurations.read(storage, "identity")) ?? defaultIdentityConfiguration,
  put: (configuration: IdentityConfiguration) => configurations.put("identity", configuration),
};

/** Fields of a write; omitted fields remain unchanged. */
export const identityFields = z.object({
  iam_alias: field.text.optional(),
  iam_metadata: field.list.optional(),
  ec2_alias: field.text.optional(),
  ec2_metadata: field.list.optional(),
});

/**
 * Returns `old` with changes. Throws a Problem with the reference's text for an invalid setting
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

/** Formats the configuration for a response. */
export function shownIdentityConfiguration({
  iamAlias,
  iamMetadata,
  ec2Alias,
  ec2Metadata,
}: IdentityConfiguration): JsonObject {
  return { iam_alias: iamAlias, iam_metadata: iamMetadata, ec2_alias: ec2Alias, ec2_metadata: ec2Metadata };
}

/** Returns the non-empty values of the chosen `names`. */
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

/** Returns the metadata names of a write. `default` alone selects the default names. */
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
