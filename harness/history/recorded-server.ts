import type { DatabaseServer } from "#harness/databases/database-server.ts";
import type { Recorder } from "./recorder.ts";

/** Returns the database server with a `run` that records statements and an `accepts` that records logins. */
export function recordedServer(server: DatabaseServer, recorder: Recorder): DatabaseServer {
  return {
    ...server,
    async run(statements) {
      const common = { type: "statement", from: "client", user: "administrator" } as const;
      const origin = { cluster: "client", path: "the database" };
      const masked = statements.map((statement) => recorder.statement(statement, origin));
      try {
        await server.run(statements);
        recorder.note({ ...common, statements: masked, outcome: "ok" });
      } catch (error) {
        recorder.note({ ...common, statements: masked, outcome: "fail", reason: recorder.text(String(error)) });
        throw error;
      }
    },
    async accepts(user, password) {
      const about = { type: "login", from: "client", user, password: recorder.digests.of(password) } as const;
      try {
        const isAccepted = await server.accepts(user, password);
        recorder.note({ ...about, outcome: isAccepted ? "ok" : "fail" });
        return isAccepted;
      } catch (error) {
        recorder.note({ ...about, outcome: "unknown", reason: recorder.text(String(error)) });
        throw error;
      }
    },
  };
}
