import { randomBytes } from "node:crypto";
import { createClient } from "@redis/client";
import mysql from "mysql2/promise";
import type { DatabaseServer } from "#harness/databases/database-server.ts";
import { productOf } from "#harness/databases/product.ts";
import { programServer } from "#harness/databases/program-server.ts";
import type { Benchmark } from "./benchmark.ts";
import { sendRequests } from "./load.ts";
import { inRounds } from "./rounds.ts";
import { spreadOf } from "./spread.ts";
import { startBareIssuer, startIssuer } from "./start-children.ts";

const rounds = 7;
const warmUpTurns = 4;

const atOnce = 16;

const width = 4;

type BareProgram = AsyncDisposable &
  Readonly<{ make(user: Readonly<{ name: string; password: string }>): Promise<void> }>;

type Contest = Readonly<{
  product: string;
  perRound: number;
  start(): Promise<DatabaseServer>;
  prepare: readonly string[];
  creation: readonly string[];
  bare(server: Pick<DatabaseServer, "url">): Promise<BareProgram>;
  drop(users: readonly string[]): readonly string[];
}>;

export const contests: readonly Contest[] = [
  {
    product: "MariaDB",
    perRound: 300,
    start: () => programServer("mariadb"),
    prepare: ["CREATE DATABASE shop"],
    creation: ["CREATE USER '{{name}}'@'%' IDENTIFIED BY '{{password}}'", "GRANT SELECT ON shop.* TO '{{name}}'@'%'"],
    async bare(server) {
      const { hostname: host, port, username: user, password } = new URL(server.url);
      const pool = mysql.createPool({ host, port: Number(port), user, password, connectionLimit: width });
      return {
        async make({ name, password: secret }) {
          const client = await pool.getConnection();
          await client.query(`CREATE USER '${name}'@'%' IDENTIFIED BY '${secret}'`);
          await client.query(`GRANT SELECT ON shop.* TO '${name}'@'%'`);
          client.release();
        },
        [Symbol.asyncDispose]: () => pool.end(),
      };
    },
    drop: (users) => users.map((user) => `DROP USER '${user}'@'%'`),
  },
  {
    product: "Redis",
    perRound: 3000,
    start: () => programServer("redis"),
    prepare: [],
    creation: ['["~*", "+@read"]'],
    async bare(server) {
      const client = await createClient({ url: server.url }).connect();
      return {
        make: async ({ name, password }) =>
          void (await client.sendCommand(["ACL", "SETUSER", name, "reset", "on", `>${password}`, "~*", "+@read"])),
        [Symbol.asyncDispose]: async () => client.destroy(),
      };
    },
    drop: (users) => users.map((user) => JSON.stringify(["ACL", "DELUSER", user])),
  },
];

/**
 * Measures dynamic credentials of MariaDB and Redis per second through the API. For comparison, a program creates users
 * with the product's own driver: directly, and behind an HTTP server in another process.
 */
export const productCredentials: Benchmark = {
  name: "product-credentials",
  async run(print) {
    const figures = [];
    for (const contest of contests) figures.push(...(await figuresOf(contest, print)));
    return figures;
  },
};

async function figuresOf(contest: Contest, print: (text: string) => void) {
  const { product, perRound, start, prepare, creation, bare, drop } = contest;
  await using parts = new AsyncDisposableStack();
  const server = parts.use(await start());
  await server.run(prepare);
  const { users: listUsers, connection } = productOf(server);
  const own = new Set(await server.column(listUsers));
  const { username, password } = new URL(server.url);
  const cluster = parts.use(
    await startIssuer({ connection: connection(server, { username, password }), roles: { member: creation } }),
  );
  const program = parts.use(await bare(server));
  const front = parts.use(await startBareIssuer({ product, url: server.url }));
  const what = `credentials on ${product}, ${atOnce} at once`;
  print(`${what}: ${rounds} turns of ${perRound} each way`);
  const asked = { url: `${cluster.address}/v1/database/creds/member`, token: cluster.rootToken, connections: atOnce };
  const dropNew = async () => server.run(drop((await server.column(listUsers)).filter((user) => !own.has(user))));
  const contenders = [
    () => sendRequests(asked, perRound),
    () => concurrent(program, perRound),
    () => sendRequests({ url: front.address, connections: atOnce }, perRound),
  ].map(
    (make) => () =>
      make()
        .then((seconds) => perRound / seconds)
        .finally(dropNew),
  );
  await inRounds(warmUpTurns, contenders);
  const [ours = [], theirs = [], overHttp = []] = await inRounds(rounds, contenders);
  const figure = { what, unit: "/s", measured: spreadOf(ours) } as const;
  return [
    { ...figure, beside: { what: "bare driver", measured: spreadOf(theirs) }, goal: { minRatio: 0.8 } },
    { ...figure, beside: { what: "bare driver behind bare HTTP", measured: spreadOf(overHttp) } },
    // Shows the cost of an HTTP request alone, which no service can avoid.
    {
      what: `the bare driver behind bare HTTP, ${product}`,
      unit: "/s",
      measured: spreadOf(overHttp),
      beside: { what: "bare driver", measured: spreadOf(theirs) },
    },
  ] as const;
}

async function concurrent(program: BareProgram, amount: number): Promise<number> {
  const begun = performance.now();
  let left = amount;
  const worker = async () => {
    while (left > 0) {
      left -= 1;
      await program.make({
        name: `b-${randomBytes(10).toString("hex")}`,
        password: randomBytes(15).toString("base64url"),
      });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return (performance.now() - begun) / 1000;
}
