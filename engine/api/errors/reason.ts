/** Returns the message of a thrown value. It can contain details of other systems, such as a database server. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
