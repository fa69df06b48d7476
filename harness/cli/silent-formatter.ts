/** Formatter that prints nothing. Cucumber requires a formatter, and its default one stores every message. */
export const type = "formatter";

export function formatter(): void {}
