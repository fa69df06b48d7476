/** Returns the message of a thrown value. Only for the operator's log. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
