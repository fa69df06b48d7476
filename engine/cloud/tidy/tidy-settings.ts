import { z } from "zod";
import { field } from "../../api/field.ts";
import type { JsonObject } from "../../api/json.ts";
import { collection } from "../../core/storage/storage.ts";

/** Lists that are tidied, as named in paths. */
export type TidiedList = "roletag-denylist" | "identity-accesslist";

/** Settings of the periodic tidy of one list (CLOUD-TIDYCFG-01, CLOUD-TIDYCFG-03). */
export type TidySettings = Readonly<{ safety_buffer: number; disable_periodic_tidy: boolean }>;

/**
 * Default buffer, in seconds: three days for both lists, for periodic and on-demand tidy
 * (CLOUD-TIDY-03, CLOUD-TIDYCFG-05).
 */
export const usualBufferSeconds = 72 * 3600;

/** Default tidy settings. */
export const usualTidySettings: TidySettings = { safety_buffer: usualBufferSeconds, disable_periodic_tidy: false };

/** Tidy settings of each list. */
export const tidySettings = collection<TidySettings>("shared", "tidy/");

/** Fields of a write of tidy settings; omitted fields remain unchanged. */
export const tidyFields = z.object({
  safety_buffer: field.seconds.optional(),
  disable_periodic_tidy: field.boolean.optional(),
});

/** Applies a write to tidy settings. */
export function reviseTidySettings(
  old: TidySettings = usualTidySettings,
  { safety_buffer, disable_periodic_tidy }: z.output<typeof tidyFields>,
): TidySettings {
  return {
    safety_buffer: safety_buffer ?? old.safety_buffer,
    disable_periodic_tidy: disable_periodic_tidy ?? old.disable_periodic_tidy,
  };
}

/** Formats tidy settings for a response, with the buffer in seconds (W4.1-01). */
export function shownTidySettings({ safety_buffer, disable_periodic_tidy }: TidySettings): JsonObject {
  return { safety_buffer, disable_periodic_tidy };
}
