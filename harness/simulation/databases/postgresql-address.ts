import type { Login } from "./login.ts";

/**
 * Parses an address such as `postgresql://user:password@host:5432/database`. Credentials are percent-decoded. The
 * default database has the name of the user. Throws an Error that contains no part of the address.
 */
export function parsePostgresqlAddress(address: string): Login {
  // The causes are omitted on purpose: they quote the address and thus the password.
  if (!URL.canParse(address)) throw new Error("the address of the database is not a URL");
  const { protocol, username, password, pathname } = new URL(address);
  if (protocol !== "postgresql:" && protocol !== "postgres:") {
    throw new Error("the address of the database does not begin with postgresql://");
  }
  const user = decoded(username);
  return { user, password: decoded(password), database: decoded(pathname.slice(1)) || user };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Error("the address of the database is not percent-encoded as it should be");
  }
}
