import type { Command, CommanderError } from "commander";
import { z } from "zod";
import { Failure } from "#harness/cli/failure.ts";
import { nearest } from "#harness/cli/nearest.ts";

export type RawOptions = Readonly<Record<string, string | boolean | undefined>>;

/**
 * Parses the options of a command. Throws a Failure "usage" of one line. `sources` has the origin of options that come
 * from files or environment variables.
 */
export function parseOptions<Schema extends z.ZodType>(
  schema: Schema,
  raw: RawOptions,
  sources: ReadonlyMap<string, string> = new Map(),
): z.output<Schema> {
  const parsed = schema.safeParse(raw);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const name = String(issue?.path[0] ?? "");
  const given = raw[name];
  // Tokens are secret even if invalid, and a store address may contain a password.
  const shown = typeof given === "string" && !/token|store/i.test(name) ? `, not ${JSON.stringify(given)}` : "";
  const near = issue?.code === "invalid_value" ? nearest(String(given), issue.values.map(String)) : undefined;
  throw new Failure(
    "usage",
    `${sources.get(name) ?? flagOf(name)} ${issue?.message}${shown}${near ? `; did you mean ${near}?` : ""}`,
  );
}

export function choice<const Words extends readonly [string, ...string[]]>(...words: Words) {
  return z.enum(words, { error: `must be ${words.join(" or ")}` });
}

/** Returns a schema for a whole number from `least` to `most`, in decimal digits. */
export function wholeNumber(least: number, most: number) {
  const error = `must be a whole number from ${least} to ${most}`;
  return z
    .string()
    .regex(/^\d{1,16}$/, { error })
    .transform(Number)
    .refine((number) => number >= least && number <= most, { error });
}

/** Converts an error of commander to a Failure "usage" of one line; for unknown commands and options with a hint. */
export function usageFailure(problem: CommanderError, command: Command): Failure {
  const message = problem.message.replace(/^error: /, "").split("\n")[0] ?? "";
  const given = /'([^']*)'/.exec(message)?.[1] ?? "";
  if (problem.code === "commander.unknownCommand") return unknownCommand(given, command);
  return new Failure(
    "usage",
    problem.code === "commander.unknownOption" ? message + hint(given, flagsOf(command)) : message,
  );
}

export function unknownCommand(name: string, program: Command): Failure {
  const known = program.commands.map((one) => one.name());
  return new Failure("usage", `unknown command '${name}'${hint(name, known)}`);
}

function hint(given: string, known: readonly string[]): string {
  const near = nearest(given, known);
  return near ? `; did you mean ${near}?` : `; known: ${known.join(", ")}`;
}

function flagsOf(command: Command): readonly string[] {
  const own = command.options.flatMap(({ long }) => long ?? []);
  return [...own, ...(command.parent ? [] : ["--version"]), "--help"].filter(
    (flag, index, all) => all.indexOf(flag) === index,
  );
}

/** Returns the command line option for a name in the raw options, such as `--root-token` for `rootToken`. */
export function flagOf(name: string): string {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}
