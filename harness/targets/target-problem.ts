/** Error: a target file, or a file that it names, is invalid. The message is one line for people. */
export class TargetProblem extends Error {
  override readonly name = "TargetProblem";
}

/** Returns a function that formats the error for a value that is not an object or has a field not in `known`. */
export function fields(known: string) {
  return (issue: { code: string; keys?: readonly string[] }): string =>
    issue.code === "unrecognized_keys"
      ? `has a field ${JSON.stringify(issue.keys?.[0])}, but may have only ${known}`
      : `must be an object with the fields ${known}`;
}
