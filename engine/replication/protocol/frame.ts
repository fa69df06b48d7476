import { z } from "zod";
import type { Answer } from "../../api/answer.ts";
import { isJsonObject } from "../../api/json.ts";
import type { ProblemCode } from "../../api/problem.ts";
import type { Outcome } from "../../core/storage/write-path.ts";
import { claim } from "./claim.ts";
import { goodbyeCodes } from "./goodbye.ts";
import { message } from "./message.ts";

/** A frame longer than this, in characters, ends the connection; a longer one goes in parts. */
export const longestFrame = 4 * 1024 * 1024;

/**
 * Characters of a frame that one part carries, on the narrowest link and at most: 10 kB a second carry the least, with quotes escaped, in two seconds, and the
 * most still fits into a frame.
 */
export const partCharacters = { least: 8 * 1024, most: 1024 * 1024 } as const;

/** Characters of a frame in parts. The API takes bodies of 32 MiB, and an entry of one is three times as long at the most. */
export const longestInParts = 96 * 1024 * 1024;

/** Parts of one frame at most. */
const maxParts = longestInParts / partCharacters.least;

/** Eras that an inquiry names at most: as many as a history has. */
const maxEras = 128;

const addresses = z.object({ api: z.string(), cluster: z.string() }).readonly();

/** What the first frame of either end begins with, in every version of the protocol: so that versions that differ in all else can say so. */
export const opening = z.object({
  type: z.enum(["introduction", "welcome", "inquiry", "standing", "goodbye"]),
  protocol: z.int().optional(),
});

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

/** The first frame of a member of a set that only asks another one what it knows of the set. */
const inquiry = z
  .object({
    type: z.literal("inquiry"),
    protocol: z.int(),
    set: z.string(),
    /** Ids of eras of its log. Only members know them, so one that the other end knows, too, proves that the asker is one. */
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
  // An answer goes out as the primary made it; which members it has is no business of the link.
  z.object({ answer: z.custom<Answer | null>((answer) => answer === null || isJsonObject(answer)) }),
]);

/** A part of a frame that is named by `frame`, a number that no other frame in parts of this connection has from this end. */
const part = z
  .object({
    type: z.literal("part"),
    frame: z.int().nonnegative(),
    /** Counted from 0. */
    number: z
      .int()
      .nonnegative()
      .max(maxParts - 1),
    /** Whether more of the frame follows, this is the last of it, or no more of it comes. */
    status: z.enum(["more", "last", "abandoned"]),
    text: z.string().max(partCharacters.most),
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
  inquiry,
  /** The answer to an inquiry: the latest claim to be the primary that is known, and whether the sender holds the right to lead. */
  z.object({ type: z.literal("standing"), protocol: z.int(), claim, holdsRight: z.boolean() }),
  /** The next certificate, before the one of today ends. */
  z.object({ type: z.literal("certificate"), certificate: z.string() }),
  /** The other end is about to close. `reason` is for people, `code` for the receiver; one that it does not know is "unknown". */
  z.object({
    type: z.literal("goodbye"),
    reason: z.string(),
    code: z.preprocess((code) => (isGoodbyeCode(code) ? code : "unknown"), z.enum(goodbyeCodes)),
  }),
  z.object({ type: z.literal("message"), message }),
  /** The sender of this has received so many characters of frames since the connection began, the introductions among them. */
  z.object({ type: z.literal("received"), characters: z.int().nonnegative() }),
  /** A part of a frame that is longer than the sender's window takes. */
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

function isGoodbyeCode(code: unknown): boolean {
  return goodbyeCodes.some((known) => known === code);
}
