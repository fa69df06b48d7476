import { z } from "zod";
import { durationText } from "../../api/duration-text.ts";
import { field } from "../../api/field.ts";
import { Problem } from "../../api/problem.ts";
import { resourceOf } from "../../api/resource-fields.ts";
import { customMetadata } from "./custom-metadata.ts";
import { mergePatch } from "./merge-patch.ts";
import type { MountSettings } from "./mount-settings.ts";
import type { SecretKey } from "./secret-key.ts";

const secret = resourceOf<SecretKey>();
const mount = resourceOf<MountSettings>();

const versions = { member: "maxVersions", output: z.int(), unset: 0, kept: notNegative } as const;
const cas = { member: "casRequired", output: z.boolean(), unset: false } as const;
const lasting = {
  member: "deleteVersionAfterSeconds",
  output: z.string(),
  unset: 0,
  shown: (seconds: number) => durationText(seconds),
} as const;

/** What operators say of a secret. */
export const secretFields = secret.fields({
  cas_required: secret.field({
    ...cas,
    input: field.boolean.meta({ description: "Whether a write has to say which version it expects." }),
  }),
  custom_metadata: secret.field({
    member: "customMetadata",
    input: field.object.meta({ description: "Up to 64 labels: names and texts." }),
    output: z.record(z.string(), z.string()).nullable(),
    unset: null,
    kept: customMetadata,
    patched: (given, old) => customMetadata(mergePatch(old ?? {}, given)),
  }),
  delete_version_after: secret.field({
    ...lasting,
    input: field.seconds.meta({ description: "How long a version lasts; 0 leaves it to the mount." }),
  }),
  max_versions: secret.field({
    ...versions,
    input: field.integer.meta({ description: "Versions kept; 0 leaves it to the mount." }),
  }),
});

/** What operators say of all secrets of a mount. */
export const mountFields = mount.fields({
  cas_required: mount.field({
    ...cas,
    input: field.boolean.meta({ description: "Whether every write has to say which version it expects." }),
  }),
  delete_version_after: mount.field({
    ...lasting,
    input: field.seconds.meta({ description: "How long a version lasts; 0 means for ever." }),
  }),
  max_versions: mount.field({
    ...versions,
    input: field.integer.meta({ description: "Versions kept of a secret; 0 means 10." }),
  }),
});

function notNegative(number: number): number {
  if (number < 0) throw new Problem("refused", "max_versions cannot be negative");
  return number;
}
