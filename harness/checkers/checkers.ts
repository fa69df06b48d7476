import type { Checker } from "./checker.ts";
import { secretsInLogs } from "./secrets-in-logs.ts";

/** Every rule that a history is judged by. */
export const checkers: readonly Checker[] = [secretsInLogs];
