import { z } from "zod";
import type { Answer } from "../../api/answer.ts";
import { isJsonObject } from "../../api/json.ts";
import type { ProblemCode } from "../../api/problem.ts";
import type { Outcome } from "../../core/storage/write-path.ts";
import { claim } from "./claim.ts";
import { goodbyeCodes } from "./goodbye.ts";
import { message } from "./message.ts";

/**
 * Characters of a frame at most. A longer frame ends the connection; content that is longer is sent
 * in parts.
 */
export const longestFrame = 4 * 1024 * 1024;

/**
 * Characters of a frame in one part: on the slowest link, and at most. A link of 10 kB/s carries
 * the smallest part, with escaped quotes, in two seconds; the largest part fits into a frame.
 */
export const partCharacters = { least: 8 * 1024, most: 1024 * 1024 } as const;

/**
 * Characters of a frame that is sent in parts at most. The API accepts bodies of 32 MiB, and an
 * entry with one is at most three times as long.
 */
export const longestInParts = 96 * 1024 * 1024;

/** Parts of one frame at most. */
const maxParts = longestInParts / partCharacters.least;

/** Eras in an inquiry at most: the length of a history. */
const maxEras = 128;

const addresses = z.object({ api: z.string(), cluster: z.string() }).readonly();

/**
 * Common beginning of the first frames in every version of the protocol, so that a version mismatch
 * can be reported.
 */
export const opening = z.object({
  type: z.enum(["introduction", "welcome", "inquiry", "standing", "goodbye"]),
  protocol: z.int().optional(),
});

/**
 * The first frame of the cluster that dials: the name under which it is registered, and its
 * replication set.
 */
const introduction = z
  .object({
    type: z.literal("introduction"),
    protocol: z.int(),
    id: z.string(),
    /**
     * The secret of its activation token; "" when it presents the certificate that the primary
     * issued to it.
     */
    secret: z.string(),
    set: z.string(),
    addresses,
    /**
     * Present when the cluster is being enabled. It has to know before its wipe that the primary
     * admits it.
     */
    isEnabled: z.literal(true).optional(),
  })
  .readonly();
export type Introduction = z.infer<typeof introduction>;

/** The first frame of a member that asks another member for its latest claim. */
const inquiry = z
  .object({
    type: z.literal("inquiry"),
    protocol: z.int(),
    set: z.string(),
    /**
     * Ids of eras of its log. They prove that the sender is a member, since only members know them.
     */
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

/**
 * A part of a frame. `frame` is a number that this end uses for no other frame of the connection.
 */
const part = z
  .object({
    type: z.literal("part"),
    frame: z.int().nonnegative(),
    /** Counted from 0. */
    number: z
      .int()
      .nonnegative()
      .max(maxParts - 1),
    /** More parts follow, this is the last part, or no further part of the frame is sent. */
    status: z.enum(["more", "last", "abandoned"]),
    text: z.string().max(partCharacters.most),
  })
  .readonly();
export type Part = z.infer<typeof part>;

/** All frames between two clusters. */
export const frame = z.discriminatedUnion("type", [
  introduction,
  /**
   * The primary admits the cluster that dialled. It presents `certificate` (PEM) from the next
   * connection on. `keys` are sent to a cluster that is being enabled.
   */
  z.object({
    type: z.literal("welcome"),
    protocol: z.int(),
    addresses,
    certificate: z.string().optional(),
    keys: z.string().optional(),
  }),
  inquiry,
  /**
   * Reply to an inquiry: the latest claim that the sender knows, and `holdsRight` if it holds the
   * right to lead.
   */
  z.object({ type: z.literal("standing"), protocol: z.int(), claim, holdsRight: z.boolean() }),
  /** The next certificate, sent before the current one expires. */
  z.object({ type: z.literal("certificate"), certificate: z.string() }),
  /**
   * The sender is about to close the connection. `reason` is for people, `code` for the receiver;
   * an unknown code is read as "unknown".
   */
  z.object({
    type: z.literal("goodbye"),
    reason: z.string(),
    code: z.preprocess((code) => (isGoodbyeCode(code) ? code : "unknown"), z.enum(goodbyeCodes)),
  }),
  z.object({ type: z.literal("message"), message }),
  /**
   * Number of characters of frames that the sender has received since the connection began,
   * including the handshake.
   */
  z.object({ type: z.literal("received"), characters: z.int().nonnegative() }),
  /** A part of a frame that is longer than the send window allows. */
  part,
  /** A request of a client that a secondary forwards. */
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
  /** Outcome of the call, and the last index of the primary's log at that time. */
  z.object({ type: z.literal("reply"), id: z.int(), outcome, index: z.int().nonnegative() }),
]);
export type Frame = z.infer<typeof frame>;
export type FrameOf<Type extends Frame["type"]> = Extract<Frame, { type: Type }>;

function isGoodbyeCode(code: unknown): boolean {
  return goodbyeCodes.some((known) => known === code);
}
