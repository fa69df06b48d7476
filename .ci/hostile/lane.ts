import { defaultLimits } from "#cluster/limits.ts";
import { bounds } from "./bounds.ts";
import { type Cost, Meter } from "./cost.ts";
import type { Fixture } from "./fixture.ts";
import { type Input, inputsOf, meantRequest, rawInputsOf } from "./inputs.ts";
import { models } from "./models.ts";
import { type Asked, isRecreated } from "./operations.ts";
import { type Finding, findingOf, isWithin, screen } from "./screen.ts";
import type { Target } from "./target.ts";

export type LaneOptions = Readonly<{
  target: Target;
  fixture: Fixture;
  operations: readonly Asked[];
  asked: readonly Asked[];
  inputs?: (asked: Asked) => readonly (readonly Input[])[];
}>;

export type LaneResult = Readonly<{ findings: readonly Finding[]; requests: number }>;

/**
 * By path of a write: path of another operation that is requested after a successful write, in addition to a read of
 * the same path.
 */
const consequences: Readonly<Record<string, string>> = {
  "database/roles/:name": "database/creds/:name",
  "sys/policies/password/:name": "sys/policies/password/:name/generate",
};

/** Number of valid requests before the first operation of each kind is measured, so that its code is loaded. */
const warmUps = 2;

/** Minimum size in bytes of a write after which the same path is read. */
const minReadBytes = 1_000;

/** CPU time in milliseconds above which an operation is printed. */
const slow = 2_000;

export async function runLane({
  target,
  fixture,
  operations,
  asked: chosen,
  inputs,
}: LaneOptions): Promise<LaneResult> {
  const meter = new Meter(target);
  const findings: Finding[] = [];
  const rawDone = new Set<string>();
  const isModel = models();
  for (const asked of chosen) {
    const begun = (await target.mark()).milliseconds;
    for (let time = 0; time < (asked.isFirst ? warmUps : 1); time += 1) await target.send(meantRequest(asked, fixture));
    const takesDocuments = await target.last();
    // With a margin for the text around a value.
    const longest = (takesDocuments ? defaultLimits.bodyBytes : defaultLimits.shortBodyBytes) - 1_000;
    await remake(asked);
    if (!asked.isFirst && !inputs) continue;
    for (const group of inputs?.(asked) ?? [...inputsOf(asked, fixture, isModel), ...rawGroups(asked)]) {
      const found = await screen(group, { meter, longest, sent: follow });
      findings.push(...found);
      await remake(asked);
    }
    const took = (await target.mark()).milliseconds - begun;
    meter.settle();
    if (took > slow) process.stdout.write(`${asked.verb} ${asked.path}: ${Math.round(took / 1000)} s of CPU\n`);
  }
  return { findings, requests: meter.requests };

  function rawGroups(asked: Asked): readonly (readonly Input[])[] {
    const key = `${asked.client} ${asked.verb === "write"}`;
    if (rawDone.has(key)) return [];
    const hasAllHeaders = rawDone.size === 0;
    rawDone.add(key);
    return rawInputsOf(asked, fixture, { hasAllHeaders });
  }

  async function follow(input: Input, bytes: number, cost: Cost): Promise<readonly Finding[]> {
    const { asked } = input;
    const isTaken = cost.reply.status >= 200 && cost.reply.status < 300;
    if (!isTaken || (asked.verb !== "write" && asked.verb !== "patch")) return [];
    const found: Finding[] = [];
    const paths = [...(bytes < minReadBytes ? [] : [asked.path]), consequences[asked.path]];
    for (const operation of operations) {
      if (operation.verb !== "read" || !paths.includes(operation.path)) continue;
      const sent = meantRequest(
        { ...operation, concrete: asked.path === operation.path ? asked.concrete : operation.concrete },
        fixture,
      );
      const bound = bounds[operation.client];
      if (isWithin(await meter.cost(sent), bound)) continue;
      const least = await meter.least(sent, (one) => isWithin(one, bound));
      if (!isWithin(least, bound))
        found.push({ ...findingOf(input, bytes, least), behind: `${operation.verb} ${operation.path}` });
    }
    if (isRecreated.test(asked.path) || asked.isDisruptive) await remake(asked);
    return found;
  }

  async function remake(asked: Asked): Promise<void> {
    const headers = fixture.headersOf("operator");
    const object = fixture.objectAt(asked.concrete.split("?")[0] ?? "");
    const path = `/v1/${asked.concrete}`;
    if (asked.isDisruptive) {
      for (const [again, fields] of fixture.restoring)
        await target.send({ method: "POST", path: `/v1/${again}`, headers, body: JSON.stringify(fields) });
    } else if (asked.verb === "write" && isRecreated.test(asked.path))
      await target.send({ method: "DELETE", path, headers });
    else if (object && asked.verb !== "read" && asked.verb !== "list") {
      await target.send({ method: "POST", path, headers, body: JSON.stringify(object) });
    }
    meter.settle();
  }
}
