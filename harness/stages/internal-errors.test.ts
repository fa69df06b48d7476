import { test } from "node:test";
import { expect } from "chai";
import { InternalErrorFailure, internalErrors } from "./internal-errors.ts";
import type { LogLine } from "./stage.ts";

const line = (event: string, facts: LogLine["facts"] = {}, level = "error"): LogLine => ({
  ...{ at: 0, cluster: "Oslo", level },
  ...{ event, facts },
});

test("internal errors are failed requests and forwarded calls that are logged as such, and errors that only programming mistakes throw", () => {
  const internalError = [
    line("a request failed with an internal error", { path: "sys/mounts", name: "Error" }),
    line("a forwarded call failed with an internal error on the primary; its log has the cause"),
    line("an appointment failed", { reason: "TypeError: x is undefined" }),
    line("a mount could not resume", { name: "RangeError" }),
  ];
  const otherErrors = [
    line("an appointment failed", { reason: "Problem: the database cannot be reached" }),
    line("an audit device failed", { reason: "Error: TypeError is a word in it" }),
    line("request", { name: "TypeError" }, "info"),
  ];
  expect(internalErrors([...otherErrors, ...internalError])).to.deep.equal(internalError);
});

test("the error of a step names the cluster and its log line", () => {
  const { message } = new InternalErrorFailure(line("a request failed with an internal error", { name: "TypeError" }));
  expect(message).to.equal('Oslo logged: a request failed with an internal error {"name":"TypeError"}');
});
