import { z } from "zod";
import { field } from "../../api/field.ts";
import type { JsonObject } from "../../api/json.ts";
import { collection } from "../../core/storage/storage.ts";

export type TidiedList = "roletag-denylist" | "identity-accesslist";

/** Settings of the periodic tidy of one list. `safety_buffer` is in seconds (CLOUD-TIDYCFG-01, CLOUD-TIDYCFG-03). */
export type TidySettings = Readonly<{ safety_buffer: number; disable_periodic_tidy: boolean }>;

/** Default of `safety_buffer`, in seconds: three days (CLOUD-TIDY-03, CLOUD-TIDYCFG-05). */
export const usualBufferSeconds = 72 * 3600;

export const usualTidySettings: TidySettings = { safety_buffer: usualBufferSeconds, disable_periodic_tidy: false };

export const tidySettings = collection<TidySettings>("shared", "tidy/");

export const tidyFields = z.object({
  safety_buffer: field.seconds.optional(),
  disable_periodic_tidy: field.boolean.optional(),
});

export function reviseTidySettings(
  old: TidySettings = usualTidySettings,
  { safety_buffer, disable_periodic_tidy }: z.output<typeof tidyFields>,
): TidySettings {
  return {
    safety_buffer: safety_buffer ?? old.safety_buffer,
    disable_periodic_tidy: disable_periodic_tidy ?? old.disable_periodic_tidy,
  };
}

export function shownTidySettings({ safety_buffer, disable_periodic_tidy }: TidySettings): JsonObject {
  return { safety_buffer, disable_periodic_tidy };
}
