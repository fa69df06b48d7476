import { z } from "zod";
import type { Benchmark } from "./benchmark.ts";
import { startChild } from "./child.ts";
import { type Load, loaded } from "./load.ts";
import { inRounds } from "./rounds.ts";
import { spreadOf } from "./spread.ts";

const rounds = 5;
const seconds = 2;
const warmUpSeconds = 3;

const entries = 1000;

const ready = z.object({
  address: z.string(),
  iam: z.record(z.string(), z.string()),
  ec2: z.record(z.string(), z.string()),
  bareIam: z.string(),
  bareEc2: z.string(),
  askingIam: z.string(),
  askingEc2: z.string(),
});

/**
 * Measures logins with a cloud identity per second. For comparison, bare HTTP servers verify the same evidence, or also
 * send the cloud the requests of a login.
 */
export const cloudLogins: Benchmark = {
  name: "cloud-logins",
  about: "logins of type iam and ec2 a second, and what long binding lists cost",
  minutes: 2,
  async run(print, known) {
    await using child = startChild("cloud", { entries });
    const { address, iam, ec2, bareIam, bareEc2, askingIam, askingEc2 } = await child.next(ready);
    const contests = [
      {
        type: "iam",
        evidence: iam,
        bare: bareIam,
        asking: askingIam,
        verifies: "one SigV4 verified",
        asks: "the cloud asked",
      },
      {
        type: "ec2",
        evidence: ec2,
        bare: bareEc2,
        asking: askingEc2,
        verifies: "one PKCS#7 verified",
        asks: "verified, the cloud asked twice",
      },
    ] as const;
    for (const { type, evidence, bare, asking, verifies, asks } of contests) {
      const url = `${address}/v1/auth/cloud/login`;
      const loads: readonly Load[] = [
        { url, body: { ...evidence, role: `${type}-one` } },
        { url, body: { ...evidence, role: `${type}-many` } },
        { url: bare, body: evidence },
        { url: asking, body: evidence },
      ];
      for (const load of loads) await loaded(load, warmUpSeconds);
      print(`${type}, ${rounds} turns of ${seconds} s each way`);
      const [one = [], many = [], theirs = [], askers = []] = await inRounds(
        rounds,
        loads.map((load) => async () => (await loaded(load, seconds)).perSecond),
      );
      known({
        what: `${type} logins`,
        unit: "/s",
        measured: spreadOf(one),
        beside: { what: `bare HTTP, ${verifies}`, measured: spreadOf(theirs) },
        goal: { minRatio: 0.4 },
      });
      known({
        what: `${type} logins`,
        unit: "/s",
        measured: spreadOf(one),
        beside: { what: `bare HTTP, ${asks}`, measured: spreadOf(askers) },
      });
      known({
        what: `${type} logins, 1,000 in each binding list`,
        unit: "/s",
        measured: spreadOf(many),
        beside: { what: "one in each", measured: spreadOf(one) },
        goal: { minRatio: 1 / 3 },
      });
    }
    return [];
  },
};
