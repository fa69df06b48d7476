/** Name of the namespace in which clients also store secrets. */
export const namespace = "team";
/** Request header that selects a namespace. */
export const namespaceHeader = "x-vault-namespace";
