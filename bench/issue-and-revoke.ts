import autocannon from "autocannon";
import { z } from "zod";
import type { Benchmark } from "./benchmark.ts";
import { startChild } from "./child.ts";
import { inRounds } from "./rounds.ts";
import { spreadOf } from "./spread.ts";
import { startBareServices } from "./start-children.ts";

const rounds = 5;
const seconds = 3;
const warmUpSeconds = 3;

const connections = 16;

const paths = { issue: "/v1/database/creds/member", revoke: "/v1/sys/leases/revoke" } as const;

const ready = z.object({ address: z.string(), rootToken: z.string() });

export const issueAndRevoke: Benchmark = {
  name: "issue-and-revoke",
  about: "credentials of the simulated database, issued and revoked",
  minutes: 1,
  async run(print) {
    await using child = startChild("simulated-database", { roles: 0, leadSeconds: 0 });
    const { address, rootToken } = await child.next(ready);
    const issued = await (await fetch(address + paths.issue, { headers: { "x-vault-token": rootToken } })).json();
    await using bare = await startBareServices(1, { [`GET ${paths.issue}`]: issued, [`POST ${paths.revoke}`]: {} });
    const [bareAddress = ""] = bare.addresses;
    const contenders = [address, bareAddress].map(
      (origin) => (duration: number) => pairsPerSecond({ origin, token: rootToken, duration }),
    );
    for (const contender of contenders) await contender(warmUpSeconds);
    print(`${rounds} turns of ${seconds} s each way`);
    const [ours = [], theirs = []] = await inRounds(
      rounds,
      contenders.map((contender) => () => contender(seconds)),
    );
    return [
      {
        what: "issued and revoked, pairs",
        unit: "/s",
        measured: spreadOf(ours),
        beside: { what: "bare Koa, both requests", measured: spreadOf(theirs) },
        goal: { atLeast: 3000 },
      },
    ];
  },
};

type Asked = Readonly<{ origin: string; token: string; duration: number }>;

async function pairsPerSecond({ origin, token, duration }: Asked): Promise<number> {
  const { requests, errors, timeouts, non2xx, ...result } = await autocannon({
    url: origin,
    connections,
    duration,
    headers: { "x-vault-token": token },
    requests: [
      {
        method: "GET",
        path: paths.issue,
        onResponse(_status, body, context) {
          context.lease = (JSON.parse(body) as Readonly<{ lease_id: string }>).lease_id;
        },
      },
      {
        method: "POST",
        path: paths.revoke,
        setupRequest: (request, { lease }) => ({ ...request, body: JSON.stringify({ lease_id: lease }) }),
      },
    ],
  });
  if (errors + timeouts + non2xx > 0) throw new Error(`of the requests to ${origin} ${non2xx} had no good answer`);
  return requests.total / 2 / result.duration;
}
