const maxCauses = 4;

/**
 * Describes an internal error for the log: names and stack frames of the error and up to four nested causes. Error
 * messages are omitted, because they may contain client data.
 */
export function errorFacts(error: unknown): Readonly<{ name: string; at: string }> {
  const errors: unknown[] = [error];
  for (let last = error; last instanceof Error && last.cause !== undefined && errors.length <= maxCauses; ) {
    last = last.cause;
    errors.push(last);
  }
  return {
    name: nameOf(error),
    at: errors.map((one, at) => (at === 0 ? "" : `caused by ${nameOf(one)}\n`) + framesOf(one)).join("\n"),
  };
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : typeof error;
}

function framesOf(error: unknown): string {
  const stack = error instanceof Error ? (error.stack ?? "") : "";
  return stack
    .split("\n")
    .filter((line) => line.startsWith("    at "))
    .join("\n");
}
