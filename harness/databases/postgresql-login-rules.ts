/** Name of a role. Its members log in only with a client certificate whose common name is their user name. */
export const certificateUsers = "certificate_users";

/**
 * Returns the `pg_hba.conf` of a PostgreSQL server for scenarios. Every login is checked. With `isEncrypted`, TLS is
 * required. Source: PostgreSQL, 21.1 and 21.12.
 */
export function loginRules({ isEncrypted }: Readonly<{ isEncrypted: boolean }>): string {
  const byPassword = `${isEncrypted ? "hostssl" : "host"} all all all scram-sha-256`;
  // With `+role`, a superuser is a member only if it was granted the role.
  const byCertificate = isEncrypted ? [`hostssl all +${certificateUsers} all cert`] : [];
  return ["local all all trust", ...byCertificate, byPassword, ""].join("\n");
}
