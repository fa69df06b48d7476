/** Facts about an event. Never a secret: names, counts, indexes, reasons. */
export type Facts = Readonly<Record<string, string | number | boolean | null>>;

/** The operator's log. */
export interface Log {
  info(event: string, facts?: Facts): void;
  warn(event: string, facts?: Facts): void;
  error(event: string, facts?: Facts): void;
}
