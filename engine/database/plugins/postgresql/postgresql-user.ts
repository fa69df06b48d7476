import { fillUrl } from "../../connection-url.ts";
import type { Details } from "../plugin.ts";
import { connectionSettings } from "./postgresql-settings.ts";

/** Bytes of UTF-8 that a name may have; of longer ones the server takes no more (PostgreSQL, 4.1.1). */
export const nameBytes = 63;

/** The user that a connection logs in as; "" where it names none. */
export function postgresqlUser(details: Details): string {
  return connectionSettings(fillUrl(details.connection_url ?? "", details))?.values.get("user") ?? "";
}

/**
 * Whether the server takes two names for one user. `isUnquoted`: where a statement may hold one of them without quotes, capitals A to Z are
 * small letters there, so they make no difference.
 */
export function isSamePostgresqlUser(one: string, other: string, { isUnquoted }: { isUnquoted: boolean }): boolean {
  const [a, b] = [one, other].map((name) => cut(isUnquoted ? folded(name) : name));
  return a === b;
}

function folded(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/** As much of `name` as the server takes, in whole characters. */
function cut(name: string): string {
  let bytes = 0;
  let kept = "";
  for (const character of name) {
    const code = character.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x1_0000 ? 3 : 4;
    if (bytes > nameBytes) break;
    kept += character;
  }
  return kept;
}
