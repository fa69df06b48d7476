import { setTimeout as passed } from "node:timers/promises";
import { z } from "zod";
import type { Benchmark } from "./benchmark.ts";
import { startChild } from "./child.ts";
import { sendRequests } from "./load.ts";
import { spreadOf } from "./spread.ts";
import { longestWait } from "./waits.ts";

const children = 10_000;

const calmMilliseconds = 5_000;

/** Maximum time in milliseconds by which a health check may take longer during the revocation. */
const maxWait = 50;

const ready = z.object({ address: z.string(), rootToken: z.string() });
const created = z.object({ auth: z.object({ client_token: z.string() }) });

export const endingChildren: Benchmark = {
  name: "ending-children",
  about: "a token with 10,000 children that is revoked, and what health checks wait for it",
  minutes: 1,
  async run(print) {
    await using child = startChild("simulated-database", { roles: 0, leadSeconds: 0 });
    const { address, rootToken } = await child.next(ready);
    const post = async (path: string, body: unknown) => {
      const headers = { "x-vault-token": rootToken };
      const response = await fetch(`${address}/v1/${path}`, { method: "POST", headers, body: JSON.stringify(body) });
      if (!response.ok) throw new Error(`${path} was answered with ${response.status}`);
      return response.text();
    };
    const { auth } = created.parse(JSON.parse(await post("auth/token/create", { policies: ["root"] })));
    const token = auth.client_token;
    print(`${children} tokens`);
    await sendRequests({ url: `${address}/v1/auth/token/create`, token, body: { policies: ["default"] } }, children);
    const health = `${address}/v1/sys/health`;
    const calm = await longestWait(health, rootToken, () => passed(calmMilliseconds));
    const during = await longestWait(health, rootToken, () => post("auth/token/revoke", { token }));
    return [
      {
        what: "a health check while 10,000 children are revoked, longest",
        unit: "ms",
        measured: spreadOf([during.longest]),
        beside: { what: "before it", measured: spreadOf([calm.longest]) },
        goal: { atMost: calm.longest + maxWait },
      },
      { what: "a token with 10,000 children, revoked", unit: "s", measured: spreadOf([during.took / 1000]) },
    ];
  },
};
