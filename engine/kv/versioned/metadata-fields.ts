import { z } from "zod";
import { field } from "../../api/field.ts";
import { resourceOf } from "../../api/fields/resource-fields.ts";
import { Problem } from "../../api/problem.ts";
import { durationText } from "../../api/values/duration-text.ts";
import { customMetadata } from "./custom-metadata.ts";
import { mergePatch } from "./merge-patch.ts";
import type { MountSettings } from "./mount-settings.ts";
import type { SecretKey } from "./secret-key.ts";

const secret = resourceOf<SecretKey>();
const mount = resourceOf<MountSettings>();

const versions = { member: "maxVersions", output: z.int(), unset: 0, kept: notNegative } as const;
const cas = { member: "casRequired", output: z.boolean(), unset: false } as const;
const lifetime = {
  member: "deleteVersionAfterSeconds",
  output: z.string(),
  unset: 0,
  shown: (seconds: number) => durationText(seconds),
} as const;

export const secretFields = secret.fields({
  cas_required: secret.field({
    ...cas,
    input: field.boolean.meta({ description: "True if every write must name the version that it expects." }),
  }),
  custom_metadata: secret.field({
    member: "customMetadata",
    input: field.object.meta({ description: "Up to 64 labels: names with string values." }),
    output: z.record(z.string(), z.string()).nullable(),
    unset: null,
    kept: customMetadata,
    patched: (input, old) => customMetadata(mergePatch(old ?? {}, input)),
  }),
  delete_version_after: secret.field({
    ...lifetime,
    input: field.seconds.meta({ description: "Lifetime of a version; 0 means the setting of the mount." }),
  }),
  max_versions: secret.field({
    ...versions,
    input: field.integer.meta({ description: "Maximum number of versions to keep; 0 means the setting of the mount." }),
  }),
});

export const mountFields = mount.fields({
  cas_required: mount.field({
    ...cas,
    input: field.boolean.meta({ description: "True if every write must name the version that it expects." }),
  }),
  delete_version_after: mount.field({
    ...lifetime,
    input: field.seconds.meta({ description: "Lifetime of a version; 0 means unlimited." }),
  }),
  max_versions: mount.field({
    ...versions,
    input: field.integer.meta({ description: "Maximum number of versions to keep of each secret; 0 means 10." }),
  }),
});

function notNegative(number: number): number {
  if (number < 0) throw new Problem("refused", "max_versions cannot be negative");
  return number;
}
