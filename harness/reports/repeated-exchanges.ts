import type { Exchange } from "#harness/api/exchange.ts";

/** Equal exchanges with one cluster, `times` in a row. `exchange` is the last of them. */
export type RepeatedExchange = Readonly<{ exchange: Exchange; times: number }>;

/** Merges successive exchanges with a cluster that are equal except for the request id. */
export function withoutRepeats(exchanges: readonly Exchange[]): readonly RepeatedExchange[] {
  const merged: RepeatedExchange[] = [];
  const lastOf = new Map<string, Readonly<{ key: string; index: number }>>();
  for (const exchange of exchanges) {
    const { cluster } = exchange;
    const key = keyOf(exchange);
    const last = lastOf.get(cluster);
    const before = last?.key === key ? merged[last.index] : undefined;
    if (last && before) merged[last.index] = { exchange, times: before.times + 1 };
    else {
      lastOf.set(cluster, { key, index: merged.length });
      merged.push({ exchange, times: 1 });
    }
  }
  return merged;
}

function keyOf({ method, path, token, status, requestBody, responseBody }: Exchange): string {
  const answer =
    typeof responseBody === "object" && responseBody !== null && !Array.isArray(responseBody)
      ? { ...responseBody, request_id: null }
      : responseBody;
  return JSON.stringify([method, path, token, status, requestBody, answer]);
}
