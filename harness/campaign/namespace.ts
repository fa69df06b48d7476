/** Name of the namespace in which clients also store secrets, and the request header that selects it. */
export const namespace = "team";
export const namespaceHeader = "x-vault-namespace";
