/** Text of the policy `default` until an operator replaces it. */
export const defaultPolicy = `
# The token itself
path "auth/token/lookup-self" { capabilities = ["read"] }
path "auth/token/renew-self" { capabilities = ["update"] }
path "auth/token/revoke-self" { capabilities = ["update"] }

# What it may do, and what programs need in order to show it
path "sys/capabilities-self" { capabilities = ["update"] }
path "sys/internal/ui/resultant-acl" { capabilities = ["read"] }

# The entity behind it
path "identity/entity/id/{{identity.entity.id}}" { capabilities = ["read"] }
path "identity/entity/name/{{identity.entity.name}}" { capabilities = ["read"] }

# Leases whose names it knows
path "sys/renew" { capabilities = ["update"] }
path "sys/leases/renew" { capabilities = ["update"] }
path "sys/leases/lookup" { capabilities = ["update"] }

# Its own cupboard
path "cubbyhole/*" { capabilities = ["create", "read", "update", "delete", "list"] }

# Wrapped answers, its own and those it was given
path "sys/wrapping/wrap" { capabilities = ["update"] }
path "sys/wrapping/lookup" { capabilities = ["update"] }
path "sys/wrapping/unwrap" { capabilities = ["update"] }

# Tools that keep nothing
path "sys/tools/hash" { capabilities = ["update"] }
path "sys/tools/hash/*" { capabilities = ["update"] }

# Whether others have agreed to a request of its own
path "sys/control-group/request" { capabilities = ["update"] }

# Signing in to others by it
path "identity/oidc/provider/+/authorize" { capabilities = ["read", "update"] }
`.trimStart();
