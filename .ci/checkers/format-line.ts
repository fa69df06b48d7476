import type { ExampleLine } from "#harness/checkers/example.ts";
import type { NewEvent } from "#harness/history/event.ts";

export function formatLines(lines: readonly ExampleLine[]): readonly string[] {
  const width = Math.max(...lines.map(([seconds]) => `${seconds}`.length));
  return lines.map(([seconds, ...events]) => `${`${seconds}`.padStart(width)} s  ${events.map(formatted).join(" ")}`);
}

function formatted(event: NewEvent): string {
  switch (event.type) {
    case "request": {
      const { type, client, cluster, method, path, body, ...rest } = event;
      return joined(client === "root" ? "" : `${client}:`, `${cluster} ← ${method} ${path}`, json(body), members(rest));
    }
    case "answer": {
      const { type, cause, outcome, status, body, ...rest } = event;
      return joined(`→ ${status ?? outcome}`, json(body), members(rest));
    }
    case "frame": {
      const { type, size, ...rest } = event;
      return joined(type, members(rest));
    }
    case "arrival":
      return `arrival ${event.fate}`;
    default: {
      const { type, ...rest } = event;
      return joined(type, members(rest));
    }
  }
}

function members(rest: object): string {
  return joined(...Object.entries(rest).map(([name, value]) => `${name}=${text(value)}`));
}

function text(value: unknown): string {
  return typeof value === "string" && !/\s/.test(value) ? value : json(value);
}

function json(value: unknown): string {
  return value === undefined ? "" : JSON.stringify(value);
}

function joined(...parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join(" ");
}
