import { Problem, quoted } from "../api/problem.ts";
import type { HandlerContext } from "../core/mounts/mount-type.ts";
import type { DynamicRole } from "./dynamic-role.ts";
import type { UsernameForm } from "./plugins/plugin.ts";
import type { OpenConnection } from "./sessions.ts";
import type { TemplateSource } from "./template-functions.ts";
import { newUsername } from "./username.ts";
import { parseUsernameTemplate } from "./username-template.ts";

/**
 * The name of a new user of a role: by the role's template for the common name of certificates, else by the connection's username template,
 * else as the plugin calls users. Throws a Problem "failed" when a template makes a name that is not in the plugin's form.
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
  // Where one part ends in "-" and the next begins with it, a statement that has the name without quotes would go on as a comment.
  return name.replace(/--+/g, "-");
}

/** Whether a server keeps the name whole, and no statement that it stands in means anything else because of it. */
function hasForm(name: string, { longest, signs }: UsernameForm): boolean {
  return (
    /^\w/.test(name) && name.length <= longest && [...name].every((sign) => /\w/.test(sign) || signs.includes(sign))
  );
}

function faultOf(field: string, name: string, { longest, signs }: UsernameForm): string {
  const form = `1 to ${longest} letters, digits and _ ${[...signs].join(" ")}, the first a letter, a digit or _`;
  return `${field} makes the name ${quoted(name)}: a user's name has ${form}`;
}

/** Characters that could end a quoted name in an operator's statements become underscores. */
function safe(name: string): string {
  return name.replace(/[^\w.@-]/g, "_");
}

/** Names that are compared: a character that chance decides is then the same in all of them about never. */
const samples = 8;
/** Places in which names of one template must differ: fewer are guessed, and met again. */
const minDifferentCharacters = 8;

/** A template with the field that it was given in, and the form of names at the server; undefined where it is not known yet. */
type Checked = Readonly<{ field: string; text: string; form: UsernameForm | undefined }>;

/**
 * Throws a Problem "refused" for a template that cannot be understood, that makes a name which is not in the plugin's form, or whose names
 * one role may meet again: a user's end would then be the end of another's.
 */
export function checkUsernameTemplate(
  { field, text, form }: Checked,
  source: Pick<TemplateSource, "now" | "entropy" | "cryptography">,
): void {
  const template = parseUsernameTemplate(text);
  const names = Array.from({ length: samples }, () => template({ ...source, displayName: "token", roleName: "role" }));
  const unfit = names.find((name) => form && (!hasForm(name, form) || name.includes("--")));
  if (form && unfit !== undefined) throw new Problem("refused", `${faultOf(field, unfit, form)}, and no --`);
  const [first = "", ...others] = names;
  const different = [...first].filter((character, at) => others.some((name) => name[at] !== character)).length;
  if (different >= minDifferentCharacters) return;
  throw new Problem(
    "refused",
    `its names differ in ${different} characters: a template needs {{random ${minDifferentCharacters}}} or {{uuid}}, so that no two users have one name`,
  );
}
