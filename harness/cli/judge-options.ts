/** What `understudy judge` was asked for. */
export type JudgeOptions = Readonly<{
  /** The file of histories. */
  history: string;
  /** Folder for a page that draws them; none where it is left out. */
  report: string | undefined;
}>;
