import { Failure } from "#harness/cli/failure.ts";

/** The result of `start`. When it rejects, throws a Failure "not judged" that says what did not start and why. */
export async function started<Result>(what: string, start: () => Promise<Result>): Promise<Result> {
  try {
    return await start();
  } catch (cause) {
    if (cause instanceof Failure) throw cause;
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new Failure("not judged", `${what} did not start: ${why}`, { cause });
  }
}
