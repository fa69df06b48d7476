/** What an error says, whatever was thrown; for the operator's log. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
