/** The namespace in which clients have secrets as well, and the header that a request names it by. */
export const namespace = "team";
export const namespaceHeader = "x-vault-namespace";
