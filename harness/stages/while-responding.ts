/** Seconds without a response after which a step that has not ended fails. */
const patienceSeconds = 90;

/** Resolves to the result of `step`. Rejects when `responses` has not grown for 90 s in which the process could run. */
export async function whileResponding<T>(responses: () => number, step: () => Promise<T>): Promise<T> {
  const { promise: silence, reject } = Promise.withResolvers<never>();
  let last = responses();
  let seconds = 0;
  const timer = setInterval(() => {
    seconds = responses() === last ? seconds + 1 : 0;
    last = responses();
    if (seconds === patienceSeconds)
      reject(new Error(`the step did not end, and no response has arrived for ${patienceSeconds} s`));
  }, 1000).unref();
  return await Promise.race([step(), silence]).finally(() => clearInterval(timer));
}
