import { Failure } from "#harness/cli/failure.ts";

/**
 * Returns the result of `start`. If it rejects, throws a Failure "not judged" with `what` did not
 * start and the reason.
 */
export async function started<Result>(what: string, start: () => Promise<Result>): Promise<Result> {
  try {
    return await start();
  } catch (cause) {
    if (cause instanceof Failure) throw cause;
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new Failure("not judged", `${what} did not start: ${why}`, { cause });
  }
}
