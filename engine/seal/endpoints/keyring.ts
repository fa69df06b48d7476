import { z } from "zod";
import { noInput } from "../../api/common-shapes.ts";
import { type Endpoint, operation } from "../../api/endpoint.ts";
import { field } from "../../api/field.ts";
import { Problem } from "../../api/problem.ts";
import { timeText } from "../../api/time.ts";
import { operationsBounds } from "../keyring.ts";
import type { ClusterContext } from "./cluster-context.ts";

const ruleInput = z.object({
  enabled: field.boolean.optional(),
  interval: field.seconds.optional().meta({ description: "How long a term lasts at most; 0 for no limit" }),
  max_operations: field.integer.optional().meta({ description: "How often a term encrypts at most" }),
});

const statusOutput = z.object({ term: z.int(), install_time: z.string(), encryptions: z.int() });

const ruleOutput = z.object({ enabled: z.boolean(), interval: z.int(), max_operations: z.int() });

/**
 * `sys/key-status`, `sys/rotate` and `sys/rotate/config`: the keyring that encrypts stored data
 * (W3.1-15).
 */
export function keyringEndpoints({ seal }: ClusterContext): readonly Endpoint<unknown>[] {
  return [
    {
      path: "sys/key-status",
      operations: {
        read: operation({
          summary: "The current term of the keyring, and how often it encrypted",
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
          summary: "Begin a new term of the keyring; what was written stays readable",
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
          summary: "When a new term begins by itself",
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
          summary: "Set when a new term begins by itself",
          served: "locally",
          rootOnly: true,
          input: ruleInput,
          async run({ enabled, interval, max_operations }) {
            const { rule } = seal.keys.keyring;
            const { least, most } = operationsBounds;
            if (max_operations !== undefined && (max_operations < least || max_operations > most)) {
              throw new Problem("refused", `max_operations must be from ${least} to ${most}`);
            }
            if (interval !== undefined && interval !== 0 && interval < minIntervalSeconds) {
              throw new Problem("refused", "interval must be 24h or more, or 0 for none");
            }
            await seal.keys.govern({
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

/** One day: shorter terms would fill the keyring for nothing. */
const minIntervalSeconds = 24 * 60 * 60;
