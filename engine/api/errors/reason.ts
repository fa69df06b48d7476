/** Returns the message of an Error; converts another thrown value to text. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
