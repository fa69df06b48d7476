import { Problem, quoted } from "../../api/problem.ts";
import type { HandlerContext } from "../../core/mounts/mount-type.ts";
import type { OpenConnection } from "../connections/sessions.ts";
import type { UsernameForm } from "../plugins/plugin.ts";
import type { DynamicRole } from "../roles/dynamic-role.ts";
import type { TemplateSource } from "../usernames/template-functions.ts";
import { newUsername } from "../usernames/username.ts";
import { parseUsernameTemplate } from "../usernames/username-template.ts";

/**
 * Generates the name of a new user from the role's template for the common name, else the connection's
 * username template, else the plugin's default form. Throws a Problem "failed" if a template produces
 * an invalid name.
 */
export function nameOfNewUser(
  roleName: string,
  role: Pick<DynamicRole, "credentialConfig">,
  { connection, plugin }: Pick<OpenConnection, "connection" | "plugin">,
  { caller, clock, entropy, cryptography }: Pick<HandlerContext, "caller" | "clock" | "entropy" | "cryptography">,
): string {
  const { displayName } = caller;
  const template = role.credentialConfig.common_name_template || connection.details.username_template;
  const field = role.credentialConfig.common_name_template ? "common_name_template" : "username_template";
  if (typeof template !== "string" || template === "") {
    return newUsername({ displayName, roleName, now: clock.now(), entropy, form: plugin.usernames });
  }
  const source = { displayName: safe(displayName), roleName: safe(roleName), now: clock.now(), entropy, cryptography };
  const name = parseUsernameTemplate(template)(source);
  if (!hasForm(name, plugin.usernames)) throw new Problem("failed", faultOf(field, name, plugin.usernames));
  // A template may join two parts to `--`, which starts a comment in an unquoted context.
  return name.replace(/--+/g, "-");
}

function hasForm(name: string, { maxLength, symbols }: UsernameForm): boolean {
  return (
    /^\w/.test(name) &&
    name.length <= maxLength &&
    [...name].every((symbol) => /\w/.test(symbol) || symbols.includes(symbol))
  );
}

function faultOf(field: string, name: string, { maxLength, symbols }: UsernameForm): string {
  const form = `1 to ${maxLength} letters, digits and _ ${[...symbols].join(" ")}, the first a letter, a digit or _`;
  return `${field} makes the name ${quoted(name)}: a user's name has ${form}`;
}

function safe(name: string): string {
  return name.replace(/[^\w.@-]/g, "_");
}

/**
 * Number of generated names that are compared. With probability 62⁻⁷, a random letter or digit is the same in all of
 * them.
 */
const samples = 8;
const minDifferentCharacters = 8;

type Checked = Readonly<{ field: string; text: string; form: UsernameForm | undefined }>;

/**
 * Throws a Problem "refused" if a template is invalid, or produces invalid names or names that differ too little: if
 * two leases shared a user, the end of one lease would remove it.
 */
export function checkUsernameTemplate(
  { field, text, form }: Checked,
  source: Pick<TemplateSource, "now" | "entropy" | "cryptography">,
): void {
  const template = parseUsernameTemplate(text);
  const names = Array.from({ length: samples }, () => template({ ...source, displayName: "token", roleName: "role" }));
  const invalidName = names.find((name) => form && (!hasForm(name, form) || name.includes("--")));
  if (form && invalidName !== undefined)
    throw new Problem("refused", `${faultOf(field, invalidName, form)}, and no --`);
  const [first = "", ...others] = names;
  const different = [...first].filter((character, at) => others.some((name) => name[at] !== character)).length;
  if (different >= minDifferentCharacters) return;
  throw new Problem(
    "refused",
    `its names differ in ${different} characters: a template needs {{random ${minDifferentCharacters}}} or {{uuid}}, so that no two users have one name`,
  );
}
