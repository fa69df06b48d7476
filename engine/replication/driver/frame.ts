import { z } from "zod";
import type { Answer } from "../../api/answer.ts";
import { isJsonObject } from "../../api/json.ts";
import type { ProblemCode } from "../../api/problem.ts";
import type { Outcome } from "../../core/storage/write-path.ts";
import { message } from "../machine/message.ts";

/** A frame longer than this, in characters, ends the connection. The API takes bodies of 32 MiB, and an entry is one frame at the most. */
export const longestFrame = 96 * 1024 * 1024;

const addresses = z.object({ api: z.string(), cluster: z.string() }).readonly();

/** The first frame of the dialling cluster: who it is, the secret of its activation token, and the replication set it belongs to. */
const introduction = z
  .object({
    type: z.literal("introduction"),
    protocol: z.int(),
    id: z.string(),
    secret: z.string(),
    set: z.string(),
    /** The dialler's own id in the set. */
    cluster: z.string(),
    addresses,
  })
  .readonly();
export type Introduction = z.infer<typeof introduction>;

const problemCodes: Readonly<Record<ProblemCode, true>> = {
  malformed: true,
  refused: true,
  "bad token": true,
  denied: true,
  absent: true,
  gone: true,
  behind: true,
  "foreign origin": true,
  "no handler": true,
  "unsupported path": true,
  "unsupported operation": true,
  "too large": true,
  "unsupported content": true,
  "too many": true,
  failed: true,
  upstream: true,
  unavailable: true,
};

const outcome: z.ZodType<Outcome> = z.union([
  z.object({
    problem: z.object({
      code: z.custom<ProblemCode>((code) => typeof code === "string" && Object.hasOwn(problemCodes, code)),
      message: z.string(),
    }),
  }),
  // An answer goes out as the primary made it; which members it has is no business of the link.
  z.object({ answer: z.custom<Answer | null>((answer) => answer === null || isJsonObject(answer)) }),
]);

/** All that goes over a wire between two clusters. */
export const frame = z.discriminatedUnion("type", [
  introduction,
  /** The primary takes the dialler in. */
  z.object({ type: z.literal("welcome"), addresses }),
  /** The other end is about to close, and says why. */
  z.object({ type: z.literal("goodbye"), reason: z.string() }),
  z.object({ type: z.literal("message"), message }),
  /** A call that a secondary forwards. */
  z.object({
    type: z.literal("call"),
    id: z.int(),
    call: z.object({
      requestId: z.string(),
      verb: z.enum(["read", "write", "delete", "list", "patch"]),
      namespace: z.string(),
      path: z.string(),
      fieldsText: z.string(),
      displayName: z.string(),
      entityId: z.string(),
      remoteAddress: z.string(),
    }),
  }),
  /** What came of the call, and the last entry of the primary's log when it was done. */
  z.object({ type: z.literal("reply"), id: z.int(), outcome, index: z.int().nonnegative() }),
]);
export type Frame = z.infer<typeof frame>;
export type FrameOf<Type extends Frame["type"]> = Extract<Frame, { type: Type }>;
