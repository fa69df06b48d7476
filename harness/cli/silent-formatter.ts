/** Formatter without output. Cucumber requires one, and its own store every message. */
export const type = "formatter";

export function formatter(): void {}
