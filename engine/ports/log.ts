/** Details of a log event: names, counts, indexes, reasons. Never secrets. */
export type Facts = Readonly<Record<string, string | number | boolean | null>>;

/** The log for operators. */
export interface Log {
  info(event: string, facts?: Facts): void;
  warn(event: string, facts?: Facts): void;
  error(event: string, facts?: Facts): void;
}
