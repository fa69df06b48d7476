import autocannon from "autocannon";

const defaultConnections = 32;

export type Load = Readonly<{
  url: string;
  token?: string;
  /** Body, which is posted as JSON. Without a body, GET requests are sent. */
  body?: unknown;
  connections?: number;
  apart?: boolean;
  perSecond?: number;
}>;

/** Result of a load: requests per second, and the p99 of the latency in milliseconds. */
export type LoadResult = Readonly<{ perSecond: number; slowMilliseconds: number }>;

/** Sends requests for this number of seconds. Rejects if a request fails. */
export async function loaded(load: Load, seconds: number): Promise<LoadResult> {
  const { requests, duration, latency } = await fire(load, { duration: seconds });
  return { perSecond: requests.total / duration, slowMilliseconds: latency.p99 };
}

/** Sends `amount` requests. Returns the seconds until the last response. Rejects if a request fails. */
export async function sendRequests(load: Load, amount: number): Promise<number> {
  const begun = performance.now();
  let lastAt = begun;
  // autocannon reports its end only at full seconds.
  await fire(load, { amount }, () => {
    lastAt = performance.now();
  });
  return (lastAt - begun) / 1000;
}

async function fire(
  { url, token, body, apart, perSecond, connections = defaultConnections }: Load,
  extent: Readonly<{ duration: number }> | Readonly<{ amount: number }>,
  answered: () => void = () => {},
) {
  const { pathname } = new URL(url);
  let number = 0;
  const cannon = autocannon({
    url,
    // autocannon refuses connections without requests.
    connections: "amount" in extent ? Math.min(connections, extent.amount) : connections,
    method: body === undefined ? "GET" : "POST",
    headers: token === undefined ? {} : { "x-vault-token": token },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(apart ? { requests: [{ setupRequest: (request) => ({ ...request, path: `${pathname}/${++number}` }) }] } : {}),
    ...(perSecond === undefined ? {} : { overallRate: perSecond }),
    ...extent,
  });
  cannon.on("response", answered);
  const result = await cannon;
  const { errors, timeouts, non2xx } = result;
  if (errors + timeouts + non2xx > 0) {
    throw new Error(`of the requests to ${url}, ${errors + timeouts} had no answer and ${non2xx} failed`);
  }
  return result;
}
