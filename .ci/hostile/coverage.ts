import { kindOf } from "./operations.ts";
import type { Decodings } from "./served-protocol.ts";

/**
 * Returns the operations that were never decoded, and the fields that no request contained. Operations of one kind,
 * such as those of two cloud providers, count together.
 */
export function uncovered(decodings: Decodings): readonly string[] {
  const decoded = new Set(decodings.filter(({ times }) => times > 0).map(({ place }) => place));
  const never = new Set(decodings.map(({ place }) => place)).difference(decoded);
  const kinds = new Map<string, readonly string[]>();
  for (const { place, missing } of decodings) {
    const kind = kindAt(place);
    const before = kinds.get(kind);
    kinds.set(kind, before ? missing.filter((field) => before.includes(field)) : missing);
  }
  return [
    ...[...never].map((place) => `${place} was not decoded`),
    ...[...kinds].flatMap(([kind, missing]) => missing.map((field) => `${kind}: ${field} was never given`)),
  ];
}

function kindAt(place: string): string {
  const [verb = "", path = ""] = place.split(" ");
  return kindOf({ verb, path });
}
