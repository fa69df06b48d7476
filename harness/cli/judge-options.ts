export type JudgeOptions = Readonly<{
  history: string;
  report: string | undefined;
}>;
