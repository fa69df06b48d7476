import type { Details } from "../plugins/plugin.ts";

/** Replacement for passwords, equal to the reference's. */
const mask = "xxxxx";

const template = /\{\{(username|name|password)\}\}/g;

/** Matches text of templates only, with or without quotes; it contains no literal password. */
const templates = /^('?)(?:\{\{(?:username|name|password)\}\})*\1$/;

/**
 * Fills the templates of `url` (DB-CONFIG-19). Username and password are percent-escaped unless
 * `disable_escaping` is set (DB-CONFIG-23, DB-CONFIG-24). Inserted values are not scanned again, so
 * a password that looks like a template stays a password.
 */
export function fillUrl(url: string, { username = "", password = "", disable_escaping = false }: Details): string {
  return url.replace(template, (_, name: string) => {
    const value = name === "password" ? password : username;
    return disable_escaping ? value : encodeURIComponent(value.toWellFormed());
  });
}

/**
 * Masks the literal passwords at `positions`, which the plugin finds, in ascending order; templates
 * stay. Without `positions` the URL is invalid, and all of it is masked.
 */
export function maskUrl(
  url: string,
  positions: readonly Readonly<{ start: number; end: number }>[] | undefined,
): string {
  if (!positions) return mask;
  let shown = "";
  let at = 0;
  for (const { start, end } of positions) {
    const password = url.slice(start, end);
    shown += url.slice(at, start) + (templates.test(password) ? password : mask);
    at = end;
  }
  return shown + url.slice(at);
}
