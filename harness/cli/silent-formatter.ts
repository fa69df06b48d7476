/**
 * Cucumber formatter without output. A run requires a formatter for stdout, and cucumber's own
 * formatters store and format every message.
 */
export const type = "formatter";

export function formatter(): void {}
