import { type ScryptOptions, scrypt, timingSafeEqual } from "node:crypto";
import { fairSemaphore } from "./fair-semaphore.ts";

/** Cost of scrypt: 16 MiB of memory, five passes. OWASP lists these settings as equivalent to some with more memory. */
const cost = { blocks: 16_384, size: 8, lanes: 5 } as const;

const hashBytes = 32;

/** Number of threads in libuv's pool, which the process also uses for files and host names. */
const poolThreads = Number(process.env.UV_THREADPOOL_SIZE) || 4;

/** Maximum number of concurrent hashes: half of the threads, so that the others are free for other work. */
const places = Math.max(1, Math.floor(poolThreads / 2));

/** Maximum number of waiting hashes. A hash takes some tenths of a second. */
const maxWaiting = 64 * places;

/** Queue of the hashes of all clusters in the process, which share its threads. */
const hashing = fairSemaphore({ places, maxWaiting });

/** Format of a hash: `scrypt$<blocks>$<size>$<lanes>$<salt>$<hash>`. */
const format = /^scrypt\$(\d{1,7})\$(\d{1,2})\$(\d{1,2})\$([\w-]+)\$([\w-]+)$/;

/** Hashes a password with scrypt (RFC 7914). Rejects with a Problem "unavailable" if too many hashes are waiting. */
export async function hashPassword(password: string, salt: Uint8Array, client = ""): Promise<string> {
  const { blocks, size, lanes } = cost;
  const hash = await hashing.run(client, () => derive(password, salt, cost));
  return `scrypt$${blocks}$${size}$${lanes}$${Buffer.from(salt).toString("base64url")}$${hash.toString("base64url")}`;
}

/**
 * Returns true if `hash` is a hash of `password`. A malformed `hash` takes about as much time as a hash with the
 * default cost. Rejects with a Problem "unavailable" if too many hashes are waiting.
 */
export async function verifyPassword(password: string, hash: string, client = ""): Promise<boolean> {
  const [found, blocks, size, lanes, salt = "", expected = ""] = format.exec(hash) ?? [];
  const wanted = Buffer.from(expected, "base64url");
  const made = found ? { blocks: Number(blocks), size: Number(size), lanes: Number(lanes) } : cost;
  const derived = await hashing.run(client, () => derive(password, Buffer.from(salt, "base64url"), made));
  return wanted.length === derived.length && timingSafeEqual(wanted, derived);
}

function derive(
  password: string,
  salt: Uint8Array,
  { blocks, size, lanes }: Record<keyof typeof cost, number>,
): Promise<Buffer> {
  const options: ScryptOptions = { N: blocks, r: size, p: lanes, maxmem: 256 * blocks * size };
  return new Promise((resolve, reject) => {
    scrypt(password, salt, hashBytes, options, (error, key) => (error ? reject(error) : resolve(key)));
  });
}
