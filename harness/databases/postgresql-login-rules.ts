/** Members of this role prove themselves with a client certificate, whose common name is theirs, and with nothing else. */
export const certificateUsers = "certificate_users";

/**
 * The `pg_hba.conf` of a PostgreSQL for scenarios: every login is judged. An encrypted one requires TLS. Source: PostgreSQL, 21.1 and
 * 21.12.
 */
export function loginRules({ isEncrypted }: Readonly<{ isEncrypted: boolean }>): string {
  const byPassword = `${isEncrypted ? "hostssl" : "host"} all all all scram-sha-256`;
  // A superuser is no member of a role unless it was made one.
  const byCertificate = isEncrypted ? [`hostssl all +${certificateUsers} all cert`] : [];
  return ["local all all trust", ...byCertificate, byPassword, ""].join("\n");
}
