import { z } from "zod";
import type { Answer } from "../../api/answer.ts";
import { isJsonObject } from "../../api/json.ts";
import type { ProblemCode } from "../../api/problem.ts";
import type { Outcome } from "../../core/storage/write-path.ts";
import { claim } from "./claim.ts";
import { goodbyeCodes } from "./goodbye.ts";
import { message } from "./message.ts";

/** Maximum length of a frame in characters. A longer frame ends the connection; longer content is sent in parts. */
export const longestFrame = 4 * 1024 * 1024;

/** Maximum length of the content of a part, in characters: `least` on the slowest link, `most` on a fast one. */
export const partCharacters = { least: 8 * 1024, most: 1024 * 1024 } as const;

export const longestInParts = 96 * 1024 * 1024;

const maxParts = longestInParts / partCharacters.least;

/** Maximum number of eras in an inquiry: the length of a history. */
const maxEras = 128;

const addresses = z.object({ api: z.string(), cluster: z.string() }).readonly();

/**
 * Fields that the first frames have in common in every version of the protocol, so that a version mismatch can be
 * reported.
 */
export const opening = z.object({
  type: z.enum(["introduction", "welcome", "inquiry", "standing", "goodbye"]),
  protocol: z.int().optional(),
});

/**
 * The first frame of a secondary, or of a promoted cluster, to the cluster that it dials: the sender's registered name
 * and its replication set.
 */
const introduction = z
  .object({
    type: z.literal("introduction"),
    protocol: z.int(),
    id: z.string(),
    /**
     * The secret of the sender's activation token; "" when the sender presents the certificate that the primary issued
     * to it.
     */
    secret: z.string(),
    set: z.string(),
    addresses,
    /**
     * Present when the sender is being enabled as a secondary. It waits for the primary's admission before it wipes its
     * storage.
     */
    isEnabled: z.literal(true).optional(),
  })
  .readonly();
export type Introduction = z.infer<typeof introduction>;

/** The first frame of a member that dials another member to ask for its latest claim. */
const inquiry = z
  .object({
    type: z.literal("inquiry"),
    protocol: z.int(),
    set: z.string(),
    /** Ids of eras of the sender's log. They prove that the sender is a member. */
    eras: z.array(z.string().max(64)).max(maxEras).readonly(),
  })
  .readonly();
export type InquiryFrame = z.infer<typeof inquiry>;

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
  // A response is passed on unchanged, so the link does not check its members.
  z.object({ answer: z.custom<Answer | null>((answer) => answer === null || isJsonObject(answer)) }),
]);

/** A part of a frame. `frame` is a number that the sender uses for no other frame of the connection. */
const part = z
  .object({
    type: z.literal("part"),
    frame: z.int().nonnegative(),
    number: z
      .int()
      .nonnegative()
      .max(maxParts - 1),
    /** `more`: more parts follow; `last`: this is the last part; `abandoned`: the rest of the frame is not sent. */
    status: z.enum(["more", "last", "abandoned"]),
    text: z.string().max(partCharacters.most),
  })
  .readonly();
export type Part = z.infer<typeof part>;

export const frame = z.discriminatedUnion("type", [
  introduction,
  /**
   * The dialled cluster admits the cluster that dialled. That cluster presents `certificate` (PEM) from
   * the next connection on. `keys` are sent only to a cluster that is being enabled as a secondary.
   */
  z.object({
    type: z.literal("welcome"),
    protocol: z.int(),
    addresses,
    certificate: z.string().optional(),
    keys: z.string().optional(),
  }),
  inquiry,
  /** Reply to an inquiry: the latest claim that the sender knows, and whether it holds the right to lead. */
  z.object({ type: z.literal("standing"), protocol: z.int(), claim, holdsRight: z.boolean() }),
  /** The secondary's next certificate, sent before the current one expires. */
  z.object({ type: z.literal("certificate"), certificate: z.string() }),
  /**
   * The sender is about to close the connection. `reason` is a text for operators, `code` is for the receiver; an
   * unknown code is read as "unknown".
   */
  z.object({
    type: z.literal("goodbye"),
    reason: z.string(),
    code: z.preprocess((code) => (isGoodbyeCode(code) ? code : "unknown"), z.enum(goodbyeCodes)),
  }),
  z.object({ type: z.literal("message"), message }),
  /**
   * Number of characters of frames that the sender of this message has received since the connection began, including
   * the handshake.
   */
  z.object({ type: z.literal("received"), characters: z.int().nonnegative() }),
  part,
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
  /** Outcome of a forwarded call, and the index of the primary's last entry at that time. */
  z.object({ type: z.literal("reply"), id: z.int(), outcome, index: z.int().nonnegative() }),
]);
export type Frame = z.infer<typeof frame>;
export type FrameOf<Type extends Frame["type"]> = Extract<Frame, { type: Type }>;

function isGoodbyeCode(code: unknown): boolean {
  return goodbyeCodes.some((known) => known === code);
}
