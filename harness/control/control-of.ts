import { behindRelay } from "#harness/faults/behind-relay.ts";
import { tcpRelay } from "#harness/faults/tcp-relay.ts";
import type { LiveStage } from "#harness/stages/live.ts";
import { type ControlServer, controlServer } from "./control-server.ts";
import type { HistoryRecording } from "./history-recording.ts";

/** Control over a stage, and the addresses over which its database and its cloud can be made to fail. */
export type Control = ControlServer &
  Readonly<{
    databaseUrl: string;
    cloudUrl: string;
    /** Ends what was done to the database, which may be kept: for when its stage is about to be disposed of. */
    recover(): Promise<void>;
  }>;

export type ControlOptions = Readonly<{ port: number; token: string; history: HistoryRecording; version: string }>;

/** Puts relays before the database and the cloud of a stage, and serves faults of all of it by HTTP. Disposing ends both, and not the stage. */
export async function controlOf(stage: LiveStage, { port, token, history, version }: ControlOptions): Promise<Control> {
  await using parts = new AsyncDisposableStack();
  const cloudAt = new URL(stage.cloud.url);
  const database = parts.use(await behindRelay(stage.database));
  const cloud = parts.use(await tcpRelay({ host: cloudAt.hostname, port: Number(cloudAt.port) }));
  const server = parts.use(
    await controlServer({
      port,
      token,
      history,
      version,
      controls: { stage, database, relays: { database: database.relay, cloud } },
    }),
  );
  const kept = parts.move();
  return {
    url: server.url,
    recover: () => database.recover(),
    databaseUrl: database.server.url,
    cloudUrl: ledTo(stage.cloud.url, cloud.port),
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}

/** An address with a relay of this machine in its place. */
function ledTo(address: string, port: number): string {
  const url = new URL(address);
  return address.replace(`//${url.host}`, `//127.0.0.1:${port}`);
}
