import { Failure } from "#harness/cli/failure.ts";

/** Returns the result of `start`. If `start` rejects, throws its Failure, or else one that says what did not start. */
export async function started<Result>(what: string, start: () => Promise<Result>): Promise<Result> {
  try {
    return await start();
  } catch (cause) {
    if (cause instanceof Failure) throw cause;
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new Failure("not judged", `${what} did not start: ${why}`, { cause });
  }
}
