/** Segments of API paths that are not names. Mounts at their usual paths are among them. */
const fixed: ReadonlySet<string> = new Set(
  [
    "sys auth identity cubbyhole database cloud aws userpass approle token secret",
    "mounts policies policy acl password namespaces quotas rate-limit lease-count audit leases lookup renew revoke",
    "revoke-prefix revoke-force remount tune capabilities capabilities-self capabilities-accessor wrapping wrap unwrap",
    "rewrap health seal unseal seal-status init leader rekey generate-root tools random hash internal ui plugins catalog",
    "replication performance dr primary secondary enable disable demote promote status secondary-token revoke-secondary",
    "paths-filter update-primary generate-public-key recover reindex metrics",
    "config role roles login tag client sts identity certificate certificates rotate rotate-root rotate-role reset creds",
    "static-roles static-creds tidy identity-whitelist identity-accesslist roletag-blacklist roletag-denylist",
    "identity-allowlist roletag-allowlist roletags create create-orphan lookup-self lookup-accessor renew-self",
    "renew-accessor revoke-self revoke-accessor revoke-orphan accessors users user role-id secret-id entity group",
    "entity-alias group-alias alias name id data metadata delete undelete destroy subkeys",
  ].flatMap((line) => line.split(" ")),
);

/** Returns a path without its query, with `*` instead of each segment that is a name. */
export function pathShape(path: string): string {
  const segments = (path.split("?")[0] ?? "").split("/").filter(Boolean);
  return segments.map((segment) => (fixed.has(segment) ? segment : "*")).join("/");
}
