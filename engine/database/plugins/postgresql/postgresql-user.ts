import { fillUrl } from "../../connections/connection-url.ts";
import type { Details } from "../plugin.ts";
import { connectionSettings } from "./postgresql-settings.ts";

/** Maximum length of a name in bytes of UTF-8; the server truncates longer names (PostgreSQL, 4.1.1). */
export const nameBytes = 63;

export function postgresqlUser(details: Details): string {
  return connectionSettings(fillUrl(details.connection_url ?? "", details))?.values.user ?? "";
}

export function isSamePostgresqlUser(one: string, other: string, { isUnquoted }: { isUnquoted: boolean }): boolean {
  const [a, b] = [one, other].map((name) => cut(isUnquoted ? folded(name) : name));
  return a === b;
}

function folded(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

function cut(name: string): string {
  let bytes = 0;
  let truncated = "";
  for (const character of name) {
    const code = character.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x1_0000 ? 3 : 4;
    if (bytes > nameBytes) break;
    truncated += character;
  }
  return truncated;
}
