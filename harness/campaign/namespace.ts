/** Name of the namespace in which clients also store secrets. */
export const namespace = "team";
export const namespaceHeader = "x-vault-namespace";
