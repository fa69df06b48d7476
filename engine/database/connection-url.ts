import type { Details } from "./plugins/plugin.ts";

/** What stands for a password that is not shown, as the reference writes it. */
const mask = "xxxxx";

/** Between the scheme and the host of a URL: a user and a password. */
const login = /^([a-z][a-z0-9+.-]*:\/\/[^:@/]*:)(.+)(?=@)/is;

/** A password among settings, of a URL's query or of the `host=… password=…` form. */
const setting = /(password\s*=\s*)('(?:[^'\\]|\\.)*'|[^\s&]+)/gis;

const template = /\{\{(username|name|password)\}\}/g;

/**
 * `url` with its templates filled. User and password are percent-escaped unless `disable_escaping` says otherwise; what they
 * contain is not looked at again, so a password that looks like a template is a password (database-api.md, "Connection").
 */
export function fillUrl(url: string, { username = "", password = "", disable_escaping = false }: Details): string {
  return url.replace(template, (_, name: string) => {
    const value = name === "password" ? password : username;
    return disable_escaping ? value : encodeURIComponent(value.toWellFormed());
  });
}

/** `url` as it may be shown: a password that is written out in it is masked. Templates stay. */
export function maskUrl(url: string): string {
  const masked = (_: string, before: string, password: string) => before + (isTemplate(password) ? password : mask);
  return url.replace(login, masked).replace(setting, masked);
}

function isTemplate(password: string): boolean {
  return /^'?\{\{password\}\}'?$/.test(password);
}
