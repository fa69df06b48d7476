import { z } from "zod";
import { noInput } from "../../api/common-shapes.ts";
import { type Endpoint, operation } from "../../api/endpoint.ts";
import { field } from "../../api/field.ts";
import { Problem } from "../../api/problem.ts";
import { timeText } from "../../api/values/time.ts";
import { operationsBounds } from "../keyring.ts";
import type { ClusterContext } from "./cluster-context.ts";

const ruleInput = z.object({
  enabled: field.boolean.optional(),
  interval: field.seconds.optional().meta({ description: "Maximum age of a term; 0 means unlimited" }),
  max_operations: field.integer.optional().meta({ description: "Maximum number of encryptions in a term" }),
});

const statusOutput = z.object({ term: z.int(), install_time: z.string(), encryptions: z.int() });

const ruleOutput = z.object({ enabled: z.boolean(), interval: z.int(), max_operations: z.int() });

export function keyringEndpoints({ seal }: ClusterContext): readonly Endpoint<unknown>[] {
  return [
    {
      path: "sys/key-status",
      operations: {
        read: operation({
          summary: "Read the current term of the keyring and its number of encryptions",
          served: "locally",
          rootOnly: true,
          input: noInput,
          output: statusOutput,
          async run() {
            const { term, installedAt, encryptions } = seal.keys.keyring.current;
            return { raised: true, data: { term, install_time: timeText(installedAt), encryptions } };
          },
        }),
      },
    },
    {
      path: "sys/rotate",
      operations: {
        write: operation({
          summary: "Start a new term of the keyring; earlier data stay readable",
          served: "locally",
          sudo: true,
          rootOnly: true,
          input: noInput,
          async run() {
            await seal.keys.rotate();
            return undefined;
          },
        }),
      },
    },
    {
      path: "sys/rotate/config",
      operations: {
        read: operation({
          summary: "Read the rule for automatic rotation",
          served: "locally",
          rootOnly: true,
          input: noInput,
          output: ruleOutput,
          async run() {
            const { enabled, intervalSeconds, maxOperations } = seal.keys.keyring.rule;
            return { data: { enabled, interval: intervalSeconds, max_operations: maxOperations } };
          },
        }),
        write: operation({
          summary: "Change the rule for automatic rotation",
          served: "locally",
          rootOnly: true,
          input: ruleInput,
          async run({ enabled, interval, max_operations }) {
            const { rule } = seal.keys.keyring;
            const { min, max } = operationsBounds;
            if (max_operations !== undefined && (max_operations < min || max_operations > max)) {
              throw new Problem("refused", `max_operations must be from ${min} to ${max}`);
            }
            if (interval !== undefined && interval !== 0 && interval < minIntervalSeconds) {
              throw new Problem("refused", "interval must be 24h or more, or 0 for none");
            }
            await seal.keys.setRule({
              enabled: enabled ?? rule.enabled,
              intervalSeconds: interval ?? rule.intervalSeconds,
              maxOperations: max_operations ?? rule.maxOperations,
            });
            return undefined;
          },
        }),
      },
    },
  ];
}

/** Minimum interval of automatic rotation, in seconds, apart from 0. */
const minIntervalSeconds = 24 * 60 * 60;
