import { suite, test } from "node:test";
import { expect } from "chai";
import { RequestContext } from "./request-context.ts";
import type { PipelineServices, Step } from "./step.ts";
import { takeSteps } from "./take-steps.ts";

const services = {} as PipelineServices;

function newContext(): RequestContext {
  const call = {
    verb: "read",
    namespace: "",
    path: "x",
    folder: false,
    fields: {},
    token: "",
    remoteAddress: "",
  } as const;
  return new RequestContext({ id: "1", call, headers: {}, at: 0 });
}

function steps(names: readonly string[], taken: string[], until: Promise<void> = Promise.resolve()): readonly Step[] {
  return names.map((name) => ({
    name,
    run() {
      taken.push(name);
      if (name === "refuse") throw new Error("no");
      if (name === "wait") return until;
    },
    ...(name.startsWith("always") ? { runsOnFailure: true } : {}),
  }));
}

suite("the steps of a request", () => {
  test("run synchronously unless one of them has to wait", async () => {
    const taken: string[] = [];
    const done = takeSteps(steps(["one", "two", "three"], taken), newContext(), services);
    expect(taken).to.deep.equal(["one", "two", "three"]);
    await done;
  });

  test("wait for a step that returns a promise", async () => {
    const taken: string[] = [];
    const { promise, resolve } = Promise.withResolvers<void>();
    const done = takeSteps(steps(["one", "wait", "three"], taken, promise), newContext(), services);
    expect(taken).to.deep.equal(["one", "wait"]);
    resolve();
    await done;
    expect(taken).to.deep.equal(["one", "wait", "three"]);
  });

  test("are skipped after a refusal, except those that also run for refused requests", async () => {
    const [taken, context] = [[] as string[], newContext()];
    await takeSteps(steps(["refuse", "two", "always three"], taken), context, services);
    expect(taken).to.deep.equal(["refuse", "always three"]);
    expect(context.failure?.error).to.be.an("error").with.property("message", "no");
  });
});
