import { z } from "zod";
import type { Answer } from "../../api/answer.ts";
import { isJsonObject } from "../../api/json.ts";
import type { ProblemCode } from "../../api/problem.ts";
import type { Outcome } from "../../core/storage/write-path.ts";
import { message } from "../machine/message.ts";

/** A frame longer than this, in characters, ends the connection; a longer one goes in parts. A page of keys of a usual size fits. */
export const longestFrame = 4 * 1024 * 1024;

/** Characters of a frame that one part carries at most: with its quotes escaped it still fits into a frame. */
export const partCharacters = 1024 * 1024;

/** Parts of one frame at most. The API takes bodies of 32 MiB, and an entry of one is three times as long at the most. */
export const maxParts = 96;

const addresses = z.object({ api: z.string(), cluster: z.string() }).readonly();

/** What the first frame of either end begins with, in every version of the protocol: so that versions that differ in all else can say so. */
export const opening = z.object({ type: z.enum(["introduction", "welcome", "goodbye"]), protocol: z.int().optional() });

/** The first frame of the dialling cluster: the name it was registered under, and the replication set it belongs to. */
const introduction = z
  .object({
    type: z.literal("introduction"),
    protocol: z.int(),
    id: z.string(),
    /** The secret of its activation token; "" where it shows the certificate that it was given for it. */
    secret: z.string(),
    set: z.string(),
    addresses,
    /** Whether it is being enabled, and has to know before its wipe whether it is taken in. */
    isEnabled: z.literal(true).optional(),
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

/** One of `parts` parts of a frame that is told by `frame`, a number that no other frame in parts of this connection has from this end. */
const part = z
  .object({
    type: z.literal("part"),
    frame: z.int().nonnegative(),
    number: z.int().nonnegative(),
    parts: z.int().nonnegative().max(maxParts),
    text: z.string().max(partCharacters),
  })
  .readonly();
export type Part = z.infer<typeof part>;

/** All that goes over a wire between two clusters. */
export const frame = z.discriminatedUnion("type", [
  introduction,
  /** The primary takes the dialler in; the certificate, PEM, is to be shown from the next connection on. `keys` are for one that is being enabled. */
  z.object({
    type: z.literal("welcome"),
    protocol: z.int(),
    addresses,
    certificate: z.string().optional(),
    keys: z.string().optional(),
  }),
  /** The next certificate, before the one of today ends. */
  z.object({ type: z.literal("certificate"), certificate: z.string() }),
  /** The other end is about to close, and says why. */
  z.object({ type: z.literal("goodbye"), reason: z.string() }),
  z.object({ type: z.literal("message"), message }),
  /** A part of a frame that is longer than a frame may be; `number` counts from 0. Of `parts` 0, the frame that was begun is given up. */
  part,
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
      policies: z.array(z.string()).readonly(),
      policyNamespace: z.string(),
      wrapSeconds: z.number().nullable(),
    }),
  }),
  /** What came of the call, and the last entry of the primary's log when it was done. */
  z.object({ type: z.literal("reply"), id: z.int(), outcome, index: z.int().nonnegative() }),
]);
export type Frame = z.infer<typeof frame>;
export type FrameOf<Type extends Frame["type"]> = Extract<Frame, { type: Type }>;
