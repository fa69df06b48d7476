import { type Answer, envelope, type WrapInfo } from "../../api/answer.ts";
import { type JsonObject, parseJson } from "../../api/json.ts";
import { Problem } from "../../api/problem.ts";
import { encodeBase64Url } from "../../api/values/base64.ts";
import { timeText } from "../../api/values/time.ts";
import type { Instant } from "../../ports/clock.ts";
import type { Ports } from "../../ports/ports.ts";
import { keyedMutex } from "../concurrency/keyed-mutex.ts";
import { randomName } from "../naming/random-names.ts";
import type { Storage } from "../storage/storage.ts";
import { ExpiryQueue } from "../time/expiry-queue.ts";

export type WrapTerms = Readonly<{
  ttlSeconds: number;
  /** Path of the wrapped request; ends in a slash for a list. */
  creationPath: string;
  namespace: string;
  jwt: boolean;
}>;

type Wrapped = Readonly<{
  answer: Answer;
  creationPath: string;
  namespace: string;
  createdAt: Instant;
  ttlSeconds: number;
}>;

export type WrappedProperties = Pick<Wrapped, "creationPath" | "createdAt" | "ttlSeconds">;

const tokenLength = 95;
const tokenPrefix = "hvs.";
const accessorLength = 24;

const deprecationWarning =
  "Reading from 'cubbyhole/response' is deprecated. Please use sys/wrapping/unwrap to unwrap responses, as it provides additional security checks and other benefits.";

/** Responses wrapped by single-use tokens, on one cluster (W3.6-01 to W3.6-08). */
export class Wrapping {
  readonly #storage: Storage;
  readonly #ports: Ports;
  readonly #salt: string;
  readonly #ends: ExpiryQueue;
  readonly #withLock = keyedMutex();

  constructor({ storage, ports, salt }: { storage: Storage; ports: Ports; salt: string }) {
    this.#storage = storage;
    this.#ports = ports;
    this.#salt = salt;
    const { clock, log } = ports;
    this.#ends = new ExpiryQueue({
      storage,
      prefix: "wrapped-expiry/",
      clock,
      log,
      due: (key, when) => this.#end(key, when),
    });
  }

  resume(): Promise<void> {
    return this.#ends.resume();
  }

  stop(): void {
    this.#ends.stop();
  }

  async wrap(answer: Answer, { jwt, ...terms }: WrapTerms): Promise<WrapInfo> {
    const { clock, entropy } = this.#ports;
    const createdAt = clock.now();
    const accessor = randomName(entropy, accessorLength);
    const id = tokenPrefix + randomName(entropy, tokenLength - tokenPrefix.length);
    const token = jwt ? this.#signed({ id, accessor, createdAt, ttlSeconds: terms.ttlSeconds }) : id;
    const key = this.#keyOf(token);
    const wrapped: Wrapped = { answer, ...terms, createdAt };
    await this.#storage.commit([
      { space: "local", key: recordKey(key), value: JSON.stringify(wrapped) },
      this.#ends.put(key, expiryOf(wrapped)),
    ]);
    return {
      token,
      accessor,
      ttl: terms.ttlSeconds,
      creation_time: timeText(createdAt),
      creation_path: terms.creationPath,
      ...(answer.auth ? { wrapped_accessor: answer.auth.accessor } : {}),
    };
  }

  /** Returns properties of a wrapped answer. Throws a Problem "refused" if the token is invalid in this namespace. */
  async lookUp(token: string, namespace: string): Promise<WrappedProperties> {
    return this.#valid(await this.#find(this.#keyOf(token)), namespace);
  }

  /**
   * Returns the wrapped answer and invalidates the token. Throws a Problem "refused" if the token is invalid in this
   * namespace.
   */
  async unwrap(token: string, namespace: string): Promise<Answer> {
    return (await this.#take(token, namespace)).answer;
  }

  /** Moves the wrapped answer to a new token. Throws a Problem "refused" if `token` is invalid in this namespace. */
  async rewrap(token: string, { namespace, jwt }: Pick<WrapTerms, "namespace" | "jwt">): Promise<WrapInfo> {
    const { answer, ttlSeconds, creationPath } = await this.#take(token, namespace);
    return this.wrap(answer, { ttlSeconds, creationPath, namespace, jwt });
  }

  async holds(token: string, namespace: string): Promise<boolean> {
    const wrapped = token === "" ? undefined : await this.#find(this.#keyOf(token));
    return wrapped !== undefined && this.#isValid(wrapped, namespace);
  }

  /**
   * Removes a wrapped answer. Returns it in the format of `cubbyhole/response`, or undefined if the token is not valid
   * in this namespace.
   */
  async asResponse(token: string, namespace: string): Promise<Answer | undefined> {
    const wrapped = await this.#remove(this.#keyOf(token));
    if (!wrapped || !this.#isValid(wrapped, namespace)) return undefined;
    return { data: { response: envelope(wrapped.answer, "") }, warnings: [deprecationWarning] };
  }

  async consume(token: string): Promise<void> {
    if (token !== "") await this.#remove(this.#keyOf(token));
  }

  async #take(token: string, namespace: string): Promise<Wrapped> {
    const key = this.#keyOf(token);
    // In another namespace, the token is not used up, and the error does not reveal that it exists.
    this.#valid(await this.#find(key), namespace);
    return this.#valid(await this.#remove(key), namespace);
  }

  async #find(key: string): Promise<Wrapped | undefined> {
    const text = await this.#storage.read("local", recordKey(key));
    return text === undefined ? undefined : (parseJson(text) as Wrapped);
  }

  #remove(key: string): Promise<Wrapped | undefined> {
    return this.#withLock(key, async () => {
      const wrapped = await this.#find(key);
      if (!wrapped) return undefined;
      await this.#storage.commit([
        { space: "local", key: recordKey(key), value: null },
        this.#ends.remove(key, expiryOf(wrapped)),
      ]);
      return wrapped;
    });
  }

  async #end(key: string, when: Instant): Promise<void> {
    if (!(await this.#remove(key))) await this.#storage.commit([this.#ends.remove(key, when)]);
  }

  #valid(wrapped: Wrapped | undefined, namespace: string): Wrapped {
    if (wrapped && this.#isValid(wrapped, namespace)) return wrapped;
    throw new Problem("refused", "wrapping token is not valid or does not exist");
  }

  #isValid(wrapped: Wrapped, namespace: string): boolean {
    return wrapped.namespace === namespace && expiryOf(wrapped) > this.#ports.clock.now();
  }

  #keyOf(token: string): string {
    return this.#ports.cryptography.hmacHex(this.#salt, token);
  }

  #signed({
    id,
    accessor,
    createdAt,
    ttlSeconds,
  }: Readonly<{ id: string; accessor: string; createdAt: Instant; ttlSeconds: number }>): string {
    const issued = Math.floor(createdAt / 1000);
    const claims: JsonObject = {
      jti: id,
      iat: issued,
      exp: issued + ttlSeconds,
      type: "wrapping",
      addr: this.#ports.link.apiAddress,
      accessor,
    };
    const signed = [{ alg: "HS256", typ: "JWT" }, claims]
      .map((part) => encodeBase64Url(JSON.stringify(part)))
      .join(".");
    const signature = this.#ports.cryptography.hmac(this.#salt, signed);
    return `${signed}.${signature.toBase64({ alphabet: "base64url", omitPadding: true })}`;
  }
}

function recordKey(key: string): string {
  return `wrapped/${key}`;
}

function expiryOf({ createdAt, ttlSeconds }: Wrapped): Instant {
  return createdAt + ttlSeconds * 1000;
}
