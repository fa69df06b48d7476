import { tcpRelay } from "#harness/faults/tcp-relay.ts";
import type { LiveStage } from "#harness/stages/live.ts";
import { type ControlServer, controlServer } from "./control-server.ts";
import type { KeptHistory } from "./kept-history.ts";

/** Control over a stage, and the addresses over which its database and its cloud can be made to fail. */
export type Control = ControlServer & Readonly<{ databaseUrl: string; cloudUrl: string }>;

export type ControlWish = Readonly<{ port: number; token: string; history: KeptHistory; version: string }>;

/** Puts relays before the database and the cloud of a stage, and serves faults of all of it by HTTP. Disposing ends both, and not the stage. */
export async function controlOf(stage: LiveStage, { port, token, history, version }: ControlWish): Promise<Control> {
  await using parts = new AsyncDisposableStack();
  const [database, cloud] = [new URL(stage.database.url), new URL(stage.cloud.url)];
  const relays = {
    database: parts.use(await tcpRelay({ host: database.hostname, port: Number(database.port) })),
    cloud: parts.use(await tcpRelay({ host: cloud.hostname, port: Number(cloud.port) })),
  };
  const server = parts.use(
    await controlServer({
      port,
      token,
      history,
      version,
      controls: { stage, relays },
    }),
  );
  const kept = parts.move();
  return {
    url: server.url,
    databaseUrl: ledTo(stage.database.url, relays.database.port),
    cloudUrl: ledTo(stage.cloud.url, relays.cloud.port),
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}

/** An address with a relay of this machine in its place. */
function ledTo(address: string, port: number): string {
  const url = new URL(address);
  const place = address.includes("@") ? `@${url.host}` : `//${url.host}`;
  return address.replace(place, `${place.startsWith("@") ? "@" : "//"}127.0.0.1:${port}`);
}
