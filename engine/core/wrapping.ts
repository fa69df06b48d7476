import type { WrapInfo } from "../api/answer.ts";
import { encodeBase64Url } from "../api/base64.ts";
import type { JsonObject } from "../api/json.ts";
import { Problem } from "../api/problem.ts";
import { timeText } from "../api/time.ts";
import type { Ports } from "../ports/ports.ts";
import type { AgendaBook } from "./agenda.ts";
import { exclusive } from "./exclusive.ts";
import type { Agenda } from "./mount-type.ts";
import { randomName } from "./naming.ts";
import { collection, type Storage } from "./storage.ts";

type Wrapped = Readonly<{ data: JsonObject; expiresAt: number }>;

const stored = collection<Wrapped>("local", "wrapped/");

/** Things put behind single-use tokens. A token is a JWT, so that whoever gets it can read where to unwrap it. */
export class Wrapping {
  readonly #storage: Storage;
  readonly #ports: Ports;
  readonly #agenda: Agenda;
  readonly #salt: string;
  readonly #exclusive = exclusive();

  constructor(options: { storage: Storage; ports: Ports; agenda: AgendaBook; salt: string }) {
    this.#storage = options.storage;
    this.#ports = options.ports;
    this.#agenda = options.agenda.of("wrapped");
    this.#salt = options.salt;
  }

  /** Arranges the end of everything that is stored. */
  async resume(): Promise<void> {
    for (const key of await stored.names(this.#storage)) {
      const wrapped = await stored.read(this.#storage, key);
      if (wrapped) this.#arrangeEnd(key, wrapped);
    }
  }

  async wrap(
    data: JsonObject,
    { ttlSeconds, creationPath }: { ttlSeconds: number; creationPath: string },
  ): Promise<WrapInfo> {
    const { clock, entropy, link } = this.#ports;
    const now = clock.now();
    const accessor = randomName(entropy, 24);
    const id = `hvs.${randomName(entropy, 91)}`;
    const issued = Math.floor(now / 1000);
    const token = this.#sign({
      jti: id,
      iat: issued,
      exp: issued + ttlSeconds,
      type: "wrapping",
      addr: link.apiAddress,
      accessor,
    });
    const wrapped = { data, expiresAt: now + ttlSeconds * 1000 };
    await this.#storage.commit([stored.put(this.#keyOf(token), wrapped)]);
    this.#arrangeEnd(this.#keyOf(token), wrapped);
    return { token, accessor, ttl: ttlSeconds, creation_time: timeText(now), creation_path: creationPath };
  }

  /** Gives out what is behind `token`, once. */
  async unwrap(token: string): Promise<JsonObject> {
    const key = this.#keyOf(token);
    const wrapped = await this.#exclusive(key, async () => {
      const found = await stored.read(this.#storage, key);
      if (found) await this.#storage.commit([stored.remove(key)]);
      this.#agenda.cancel(key);
      return found;
    });
    if (!wrapped || wrapped.expiresAt <= this.#ports.clock.now()) {
      throw new Problem("refused", "wrapping token is not valid or does not exist");
    }
    return wrapped.data;
  }

  /** What nobody fetched in time is deleted: it may hold a secret. */
  #arrangeEnd(key: string, { expiresAt }: Wrapped): void {
    this.#agenda.arrange(key, expiresAt, () => this.#storage.commit([stored.remove(key)]));
  }

  #keyOf(token: string): string {
    return this.#ports.cryptography.hmac(this.#salt, token);
  }

  #sign(claims: JsonObject): string {
    const signed = [{ alg: "HS256", typ: "JWT" }, claims]
      .map((part) => encodeBase64Url(JSON.stringify(part)))
      .join(".");
    const signature = Uint8Array.fromHex(this.#ports.cryptography.hmac(this.#salt, signed));
    return `${signed}.${signature.toBase64({ alphabet: "base64url", omitPadding: true })}`;
  }
}
