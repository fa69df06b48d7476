import type { Details } from "../plugins/plugin.ts";

const mask = "xxxxx";

const template = /\{\{(username|name|password)\}\}/g;

const templates = /^('?)(?:\{\{(?:username|name|password)\}\})*\1$/;

/**
 * Fills the templates of `url` (DB-CONFIG-19). Username and password are percent-encoded unless
 * `disable_escaping` is set (DB-CONFIG-23, DB-CONFIG-24). Inserted values are not searched for
 * templates.
 */
export function fillUrl(url: string, { username = "", password = "", disable_escaping = false }: Details): string {
  return url.replace(template, (_, name: string) => {
    const value = name === "password" ? password : username;
    return disable_escaping ? value : encodeURIComponent(value.toWellFormed());
  });
}

/**
 * Masks literal passwords of a connection URL; templates are not masked. `positions` are the result of
 * {@link Plugin.passwordsIn}. If it is undefined, the complete URL is masked.
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
