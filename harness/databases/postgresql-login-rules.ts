/** Name of a role whose members log in only with a client certificate, whose common name is their user name. */
export const certificateUsers = "certificate_users";

/**
 * `pg_hba.conf` of a PostgreSQL for scenarios: logins over TCP are checked and require TLS. With `+role`, a superuser
 * is a member only if it was granted the role (PostgreSQL, 21.1 and 21.12).
 */
export const loginRules = [
  "local all all trust",
  `hostssl all +${certificateUsers} all cert`,
  "hostssl all all all scram-sha-256",
  "",
].join("\n");
