/**
 * Role whose members authenticate only with a client certificate, with their name as its common
 * name.
 */
export const certificateUsers = "certificate_users";

/**
 * Returns the `pg_hba.conf` of a PostgreSQL for scenarios: every login is checked, and TLS is
 * required if `isEncrypted`. Source: PostgreSQL, 21.1 and 21.12.
 */
export function loginRules({ isEncrypted }: Readonly<{ isEncrypted: boolean }>): string {
  const byPassword = `${isEncrypted ? "hostssl" : "host"} all all all scram-sha-256`;
  // With `+role`, a superuser is a member only if it was granted the role.
  const byCertificate = isEncrypted ? [`hostssl all +${certificateUsers} all cert`] : [];
  return ["local all all trust", ...byCertificate, byPassword, ""].join("\n");
}
