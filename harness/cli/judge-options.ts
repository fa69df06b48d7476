/** Options of `understudy judge`. */
export type JudgeOptions = Readonly<{
  /** File with histories. */
  history: string;
  /** Folder for a page that draws the histories, or undefined for no page. */
  report: string | undefined;
}>;
