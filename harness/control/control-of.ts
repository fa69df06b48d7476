import { behindRelay } from "#harness/faults/behind-relay.ts";
import { tcpRelay } from "#harness/faults/tcp-relay.ts";
import type { LiveStage } from "#harness/stages/live.ts";
import { type ControlServer, controlServer } from "./control-server.ts";
import type { HistoryRecording } from "./history-recording.ts";

/** Control endpoint of a stage. `databaseUrl` and `cloudUrl` lead to the database and the cloud through relays. */
export type Control = ControlServer &
  Readonly<{
    databaseUrl: string;
    cloudUrl: string;
    /**
     * Ends the faults of the database. Call it before the stage is disposed of, because the database may outlive the
     * stage.
     */
    recover(): Promise<void>;
  }>;

export type ControlOptions = Readonly<{ port: number; token: string; history: HistoryRecording; version: string }>;

/** Starts a control endpoint for a stage. Disposing of the endpoint does not dispose of the stage. */
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

function throughRelay(address: string, port: number): string {
  const url = new URL(address);
  return address.replace(`//${url.host}`, `//127.0.0.1:${port}`);
}
