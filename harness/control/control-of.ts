import { behindRelay } from "#harness/faults/behind-relay.ts";
import { tcpRelay } from "#harness/faults/tcp-relay.ts";
import type { LiveStage } from "#harness/stages/live.ts";
import { type ControlServer, controlServer } from "./control-server.ts";
import type { HistoryRecording } from "./history-recording.ts";

/** Control endpoint of a stage, and the addresses of relays to its database and cloud. */
export type Control = ControlServer &
  Readonly<{
    databaseUrl: string;
    cloudUrl: string;
    /** Ends the faults of the database, which may be kept, before its stage is disposed of. */
    recover(): Promise<void>;
  }>;

export type ControlOptions = Readonly<{ port: number; token: string; history: HistoryRecording; version: string }>;

/** Serves faults of a stage, its database and its cloud. Disposing keeps the stage. */
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
    cloudUrl: throughRelay(stage.cloud.url, cloud.port),
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}

/** Returns an address in which a relay on this machine replaces the host and port. */
function throughRelay(address: string, port: number): string {
  const url = new URL(address);
  return address.replace(`//${url.host}`, `//127.0.0.1:${port}`);
}
