import type { Exchange } from "#harness/api/exchange.ts";
import { pathShape } from "#harness/reports/causes/path-shape.ts";
import { brokenStep, type PlayedScenario, quotedExchange } from "#harness/reports/performance.ts";
import { requirementIdsIn } from "#harness/reports/unknown-tags.ts";

/** The request that shows a cause. Secrets in `path` and `error` are masked; `status` is null without a response. */
export type CauseRequest = Readonly<{ method: string; path: string; status: number | null; error: string }>;

/** Cause of the failure of one scenario. */
export type FailureCause = Readonly<{
  /** Failures with the same key have the same cause. */
  key: string;
  /** Description in one line, in which `*` and `…` stand for names and values. */
  title: string;
  /** The decisive request: the one that the failed step judged. Null if the step judged none. */
  request: CauseRequest | null;
  /**
   * True if the service refused the request, although the scenario needed its success, with an error that says why. Only
   * such a cause can stop scenarios before they check their own requirement.
   */
  isRefusal: boolean;
  /** Text that names what the failure is about. */
  evidence: string;
}>;

/** Errors without a reason: they can have different causes in two scenarios. */
const withoutReason: ReadonlySet<string> = new Set(["", "permission denied", "internal error", "no answer"]);

const needsSuccess =
  /\banswered [A-Z]+ \S+ with [45]\d\d\b|\bexpected [45]\d\d to (?:equal |be within |be one of \[ ?)2\d\d\b/;

/** Returns the cause of a failed scenario. */
export function failureCauseOf(scenario: PlayedScenario): FailureCause {
  const step = brokenStep(scenario);
  const error = firstLine(step?.error ?? "");
  const quoted = quotedExchange(scenario);
  const decisive = quoted && (quoted.isJudged || wasStopped(quoted.exchange, error)) ? quoted.exchange : undefined;
  const request = decisive ? requestOf(decisive) : null;
  if (decisive && request && isRefused(decisive) && (!quoted?.isJudged || needsSuccess.test(error))) {
    const reason = normalized(request.error);
    const title = `${shapeOf(request)}: ${request.status ?? "no answer"}${reason === "" ? "" : ` ${JSON.stringify(reason)}`}`;
    const isRefusal = !withoutReason.has(reason.toLowerCase());
    return { key: title, title, request, isRefusal, evidence: `${shapeOf(request)} ${request.error}` };
  }
  const claim = `${step?.text === "" ? "a hook" : JSON.stringify(step?.text ?? "")} failed: ${normalized(error)}`;
  const title = request ? `${shapeOf(request)}: ${request.status ?? "no answer"}; ${claim}` : claim;
  // A failed claim is a cause of its own for each set of requirements.
  const key = [request ? `${shapeOf(request)} ${request.status}` : "", normalized(error), idsOf(scenario)].join("\n");
  return { key, title, request, isRefusal: false, evidence: `${error} ${request?.error ?? ""}` };
}

/** Returns the ids of the requirements and own rules of a scenario, in the order of its tags. */
export function idsOf({ tags }: Pick<PlayedScenario, "tags">): readonly string[] {
  return [...new Set(requirementIdsIn(tags))];
}

function firstLine(text: string): string {
  return text.split("\n").find((line) => line.trim() !== "") ?? "";
}

/** True if a step could not begin, for example because a client has no token, and the request before it was refused. */
function wasStopped(exchange: Exchange, error: string): boolean {
  return isRefused(exchange) && /^Error: /.test(error);
}

function isRefused({ status }: Exchange): boolean {
  return status === null || status >= 400;
}

function requestOf({ method, path, status, responseBody }: Exchange): CauseRequest {
  return { method, path, status, error: status === null ? "no answer" : errorIn(responseBody) };
}

function shapeOf({ method, path }: CauseRequest): string {
  return `${method} ${pathShape(path)}`;
}

/** Returns the first error of a response, without the frame that some servers put around it. */
function errorIn(body: unknown): string {
  const errors = typeof body === "object" && body !== null && "errors" in body ? body.errors : undefined;
  const [first = ""] = Array.isArray(errors) ? errors.map(String) : [];
  return first.replace(/^\d+ errors? occurred:\s*\*\s*/, "").trim();
}

/** Replaces the names and values in an error by `…`, so that the errors of two scenarios can be compared. */
function normalized(text: string): string {
  return text
    .replace(/\s+/g, " ")
    .replace(/"[^"]*"|'[^']*'|`[^`]*`/g, "…")
    .replace(/[&%]?\{[^{}]*\}|\[[^[\]]*\]/g, "…")
    .replace(/\b(?:arn:\S+|[0-9a-f]{8}-[0-9a-f-]{27}|(?=\w*\d)[\w-]{12,}|\d+(?:\.\d+)*)/g, "…")
    .replace(/…(?:[ ,]*…)+/g, "…")
    .trim();
}
