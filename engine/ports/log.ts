/** Details of a log event, such as names, counts, indexes and reasons. Must not contain secrets. */
export type Facts = Readonly<Record<string, string | number | boolean | null>>;

export interface Log {
  info(event: string, facts?: Facts): void;
  warn(event: string, facts?: Facts): void;
  error(event: string, facts?: Facts): void;
}
