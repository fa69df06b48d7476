import type { Details } from "./plugins/plugin.ts";

/** What stands for a password that is not shown, as the reference writes it. */
const mask = "xxxxx";

const template = /\{\{(username|name|password)\}\}/g;

/** Nothing but templates, perhaps in the quotes of a setting: what they stand for is not shown here. */
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
 * `url` as it may be shown: passwords that are written out at `places`, from left to right, are masked; templates stay. Where they stand is
 * for the plugin to say. Without `places` the URL was not understood, and all of it is masked.
 */
export function maskUrl(url: string, places: readonly Readonly<{ start: number; end: number }>[] | undefined): string {
  if (!places) return mask;
  let shown = "";
  let at = 0;
  for (const { start, end } of places) {
    const password = url.slice(start, end);
    shown += url.slice(at, start) + (templates.test(password) ? password : mask);
    at = end;
  }
  return shown + url.slice(at);
}
