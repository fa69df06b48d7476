/** What may be known already, and is then there at once: every request asks, and a promise costs more than most answers. */
export type Soon<T> = T | Promise<T>;
