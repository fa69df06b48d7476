import { CloudError } from "./cloud-error.ts";

/**
 * Checks the name and path of a user, role or profile. `field` is the name of the request parameter with the name.
 * Throws ValidationError. Source: AWS IAM.
 */
export function checkName({ field, name, path }: Readonly<{ field: string; name: string; path: string }>): void {
  if (!/^[\w+=,.@-]{1,64}$/.test(name)) {
    throw new CloudError("ValidationError", `${field} must be 1 to 64 letters, digits or characters of _+=,.@-`);
  }
  if (path !== "/" && !/^\/[!-~]{1,510}\/$/.test(path)) {
    throw new CloudError("ValidationError", "Path must begin and end with a slash and be 512 characters at most.");
  }
}
