export type JudgeOptions = Readonly<{
  history: string;
  /** Folder in which a page that draws the histories is written; undefined for no page. */
  report: string | undefined;
}>;
