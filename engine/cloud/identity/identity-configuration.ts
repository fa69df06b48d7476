import { z } from "zod";
import { field } from "../../api/field.ts";
import type { JsonObject } from "../../api/json.ts";
import { Problem, quoted } from "../../api/problem.ts";
import { collection, type Storage } from "../../core/storage/storage.ts";
import { inferredRegionField, type Provider } from "../provider.ts";

/** Sources of the entity alias name of an iam login: the id of its role, or the unique id or ARN of the principal. */
export const iamAliases = ["role_id", "unique_id", "full_arn"] as const;

/** Sources of the entity alias name of an ec2 login: the id of its role, of the instance or of the image. */
export const ec2Aliases = ["role_id", "instance_id", "image_id"] as const;

/** Selects the name of a login's entity alias, and the optional metadata of token and alias (CLOUD-IDENT-01). */
export type IdentityConfiguration = Readonly<{
  iamAlias: (typeof iamAliases)[number];
  iamMetadata: readonly string[];
  ec2Alias: (typeof ec2Aliases)[number];
  ec2Metadata: readonly string[];
}>;

const defaultMetadata = ["account_id", "auth_type"] as const;

const ec2Selectable = [...defaultMetadata, "ami_id", "instance_id", "region"] as const;

function iamSelectable(provider: Provider): readonly string[] {
  const inferred = [inferredRegionField(provider), "inferred_entity_id", "inferred_entity_type"];
  return [...defaultMetadata, "canonical_arn", "client_arn", "client_user_id", ...inferred];
}

const defaultIdentityConfiguration: IdentityConfiguration = {
  iamAlias: "role_id",
  iamMetadata: defaultMetadata,
  ec2Alias: "role_id",
  ec2Metadata: defaultMetadata,
};

const configurations = collection<IdentityConfiguration>("shared", "config/");

export const identityConfiguration = {
  read: async (storage: Storage): Promise<IdentityConfiguration> =>
    (await configurations.read(storage, "identity")) ?? defaultIdentityConfiguration,
  put: (configuration: IdentityConfiguration) => configurations.put("identity", configuration),
};

export const identityFields = z.object({
  iam_alias: field.text.optional(),
  iam_metadata: field.list.optional(),
  ec2_alias: field.text.optional(),
  ec2_metadata: field.list.optional(),
});

export function reviseIdentityConfiguration(
  old: IdentityConfiguration,
  changes: z.output<typeof identityFields>,
  provider: Provider,
): IdentityConfiguration {
  return {
    iamAlias: aliasOf("iam_alias", changes.iam_alias ?? old.iamAlias, iamAliases),
    iamMetadata: changes.iam_metadata ? metadataNames(changes.iam_metadata, iamSelectable(provider)) : old.iamMetadata,
    ec2Alias: aliasOf("ec2_alias", changes.ec2_alias ?? old.ec2Alias, ec2Aliases),
    ec2Metadata: changes.ec2_metadata ? metadataNames(changes.ec2_metadata, ec2Selectable) : old.ec2Metadata,
  };
}

export function shownIdentityConfiguration({
  iamAlias,
  iamMetadata,
  ec2Alias,
  ec2Metadata,
}: IdentityConfiguration): JsonObject {
  return { iam_alias: iamAlias, iam_metadata: iamMetadata, ec2_alias: ec2Alias, ec2_metadata: ec2Metadata };
}

export function chosenMetadata(
  names: readonly string[],
  values: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => value !== "" && names.includes(name)));
}

function aliasOf<Alias extends string>(name: string, requested: string, allowed: readonly Alias[]): Alias {
  const found = allowed.find((alias) => alias === requested);
  if (found !== undefined) return found;
  throw new Problem("refused", `${name} of ${quoted(requested)} not in set of allowed values: [${allowed.join(" ")}]`);
}

/** The single name `default` stands for the default names. Throws a Problem if a name is unavailable. */
function metadataNames(requested: readonly string[], selectable: readonly string[]): readonly string[] {
  if (requested.length === 1 && requested[0] === "default") return defaultMetadata;
  const listed = `[${requested.toSorted().map(quoted).join(" ")}]`;
  if (requested.includes("default")) {
    const text = `${listed} contains default - default can't be used in combination with other fields`;
    throw new Problem("refused", text);
  }
  const unknown = requested.find((name) => !selectable.includes(name));
  if (unknown === undefined) return requested;
  const text = `${quoted(unknown)} contains an unavailable field, please select from ${quoted(selectable.toSorted().join(", "))}`;
  throw new Problem("refused", text);
}
