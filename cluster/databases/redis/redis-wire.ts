import { createHash } from "node:crypto";
import { RedisClient } from "@redis/client";
import type { Transaction, Transactions, Wire, WireError, WireTimes } from "../wire.ts";
import { redisError, Unanswered } from "./redis-error.ts";

const protocol = { RESP: 2 } as const;
const newClient = RedisClient.factory(protocol);

/**
 * Logs in at `redis://user:password@host:port?encryption=…&ca=…`. Statements are JSON lists of words. During a
 * transaction with a subject, the name of the connection on the server contains a hash of the subject.
 */
export async function connectRedis(url: string, times: WireTimes): Promise<Wire> {
  const client = clientFor(url, times);
  // An error between commands is reported by the next command.
  client.on("error", () => {});
  try {
    await answered(client.connect(), times.answerMilliseconds);
  } catch (error) {
    client.destroy();
    throw redisError(error);
  }
  return new RedisWire(client, times);
}

type Client = ReturnType<typeof clientFor>;

function clientFor(url: string, { answerMilliseconds }: WireTimes) {
  const { hostname, port, username, password, searchParams } = new URL(url);
  const encryption = searchParams.get("encryption") ?? "off";
  const ca = searchParams.get("ca");
  const place = {
    host: decodeURIComponent(hostname.replace(/^\[|\]$/g, "")),
    port: Number(port),
    connectTimeout: answerMilliseconds,
    reconnectStrategy: false,
  } as const;
  return newClient({
    username: decodeURIComponent(username),
    password: decodeURIComponent(password),
    socket:
      encryption === "off"
        ? place
        : { ...place, tls: true, rejectUnauthorized: encryption === "verified", ...(ca ? { ca } : {}) },
    disableOfflineQueue: true,
    disableClientInfo: true,
    // Answers have a time limit here; the library's timer costs as much as all its other work for a command.
    commandOptions: { timeout: 0 },
    ...protocol,
  });
}

class RedisWire implements Wire {
  readonly #client: Client;
  readonly #times: WireTimes;

  constructor(client: Client, times: WireTimes) {
    this.#client = client;
    this.#times = times;
  }

  async begin(transactions: Transactions): Promise<void> {
    const subjects = transactions.flatMap(({ about }) => (about ? [about.subject] : []));
    await this.#ask(subjects.length > 0 ? ["CLIENT", "SETNAME", connectionName(subjects)] : ["PING"]);
  }

  async run(transactions: Transactions): Promise<readonly (WireError | undefined)[]> {
    const isNamed = transactions.some(({ about }) => about !== undefined);
    // Sent in the same message as the named transactions.
    const answers = transactions.map((transaction) => this.#together(transaction));
    const unnamed = isNamed ? [this.#client.sendCommand(["CLIENT", "SETNAME", ""])] : [];
    const outcomes = await allAnswered([...answers, ...unnamed], this.#times.statementMilliseconds);
    // A connection that keeps an outdated name cannot be reused.
    const failed = outcomes.slice(answers.length).find((failure) => failure !== undefined);
    if (failed) this.destroy();
    return outcomes.slice(0, answers.length);
  }

  async #together({ statements }: Transaction): Promise<unknown> {
    const [first, ...others] = statements.map(wordsOf);
    if (first && others.length === 0) return this.#client.sendCommand(first);
    const together = this.#client.multi();
    for (const words of [...(first ? [first] : []), ...others]) together.addCommand(words);
    return together.exec();
  }

  async column(query: string, parameters: readonly string[]): Promise<readonly string[]> {
    return textsIn(await this.#ask([...wordsOf(query), ...parameters]));
  }

  /** Kills the connections that work on `subject`. The server then drops commands that it has not read. */
  async settle(subject: string): Promise<void> {
    const [list = ""] = textsIn(await this.#ask(["CLIENT", "LIST"]));
    for (const line of list.split("\n").filter((client) => worksOn(client, subject))) {
      const id = /^id=(\d+) /.exec(line)?.[1];
      if (id) await this.#ask(["CLIENT", "KILL", "ID", id]);
    }
  }

  destroy(): void {
    this.#client.destroy();
  }

  #ask(words: readonly string[]): Promise<unknown> {
    return this.#answer(this.#client.sendCommand([...words]), this.#times.answerMilliseconds);
  }

  async #answer<T>(answer: Promise<T>, milliseconds: number): Promise<T> {
    try {
      return await answered(answer, milliseconds);
    } catch (error) {
      throw redisError(error);
    }
  }
}

async function answered<T>(answer: Promise<T>, milliseconds: number): Promise<T> {
  const { late, over } = deadline(milliseconds);
  return Promise.race([answer, late]).finally(over);
}

async function allAnswered(
  answers: readonly Promise<unknown>[],
  milliseconds: number,
): Promise<readonly (WireError | undefined)[]> {
  const { late, over } = deadline(milliseconds);
  const outcomes = await Promise.allSettled(answers.map((answer) => Promise.race([answer, late]))).finally(over);
  return outcomes.map((outcome) => (outcome.status === "rejected" ? redisError(outcome.reason) : undefined));
}

function deadline(milliseconds: number): Readonly<{ late: Promise<never>; over: () => void }> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Unanswered(`no answer within ${milliseconds / 1000} s`)), milliseconds);
  return { late, over: () => clearTimeout(timer) };
}

function wordsOf(statement: string): string[] {
  return JSON.parse(statement) as string[];
}

/** Returns the values in a nested answer as texts, without null values. */
export function textsIn(answer: unknown): readonly string[] {
  if (answer === null || answer === undefined) return [];
  return Array.isArray(answer) ? answer.flatMap(textsIn) : [String(answer)];
}

function connectionName(subjects: readonly string[]): string {
  return `understudy-${subjects.map(shortOf).join(".")}`;
}

function worksOn(line: string, subject: string): boolean {
  const [, subjects = ""] = / name=understudy-(\S*) /.exec(line) ?? [];
  return subjects.split(".").includes(shortOf(subject));
}

function shortOf(subject: string): string {
  return createHash("sha256").update(subject).digest("hex").slice(0, 40);
}
