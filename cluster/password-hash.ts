import { type ScryptOptions, scrypt, timingSafeEqual } from "node:crypto";
import { fairSemaphore } from "./fair-semaphore.ts";

/** What a guess costs: 16 MiB, five times over; of the settings that OWASP counts as equal, the one that needs least memory at a time. */
const cost = { blocks: 16_384, size: 8, lanes: 5 } as const;

const hashBytes = 32;

/** Threads that all of a process share for files, names of hosts and hashes: libuv's number unless the environment has another. */
const poolThreads = Number(process.env.UV_THREADPOOL_SIZE) || 4;

/** Half of the threads hash at most, so that nothing else that needs one, such as the audit of a request, waits behind passwords. */
const places = Math.max(1, Math.floor(poolThreads / 2));

/** A hash takes some tenths of a second: the last in the queue waits no longer than clients do. */
const maxWaiting = 64 * places;

/** Clusters of one process share its threads, and so its places. */
const hashing = fairSemaphore({ places, maxWaiting });

/** The hash spells out what it was made with, so that the cost may rise one day: `scrypt$<blocks>$<size>$<lanes>$<salt>$<hash>`. */
const spelling = /^scrypt\$(\d{1,7})\$(\d{1,2})\$(\d{1,2})\$([\w-]+)\$([\w-]+)$/;

/** Scrypt (RFC 7914) of a password, off the thread that serves. Rejects with a Problem "unavailable" when too many wait. */
export async function hashPassword(password: string, salt: Uint8Array, client = ""): Promise<string> {
  const { blocks, size, lanes } = cost;
  const hash = await hashing.run(client, () => derive(password, salt, cost));
  return `scrypt$${blocks}$${size}$${lanes}$${Buffer.from(salt).toString("base64url")}$${hash.toString("base64url")}`;
}

/** Whether `hash` was made of `password`. What is no hash takes as long as one. Rejects with a Problem "unavailable" when too many wait. */
export async function verifyPassword(password: string, hash: string, client = ""): Promise<boolean> {
  const [found, blocks, size, lanes, salt = "", expected = ""] = spelling.exec(hash) ?? [];
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
