import { Client } from "pg";

export class DatabaseSession implements AsyncDisposable {
  readonly #client: Client;

  private constructor(client: Client) {
    this.#client = client;
  }

  static async open(url: string): Promise<DatabaseSession> {
    const client = new Client({ connectionString: url });
    // A disconnected session fails the statement that runs on it.
    client.on("error", () => {});
    await client.connect();
    return new DatabaseSession(client);
  }

  run(statement: string): Promise<string> {
    return this.#client.query(statement).then(
      () => "done",
      (error: Error) => `failed: ${error.message}`,
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#client.end().catch(() => {});
  }
}
