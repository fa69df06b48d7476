import { z } from "zod";
import { field } from "./field.ts";

/*
 * Shapes that many endpoints have. They are made once, as all shapes are: many clusters start in one process, and to make a shape takes
 * as long as to answer a request.
 */

/** Of what has no fields. */
export const noInput = z.object({});

/** Of what is asked by the name of something in the path, and no more. */
export const namedInput = z.object({ name: field.name });

/** The same, of things whose names are one in any case. */
export const foldedNamedInput = z.object({ name: field.foldedName });

/** Of what is asked by the path of something in the path, and no more. */
export const pathInput = z.object({ path: field.name });

/** Of answers that have no data. */
export const noData = z.null();

/** Of lists that tell names and nothing else. */
export const namesData = z.object({ keys: z.array(z.string()) });

/** The shape of answers that hold what a client stored. */
export const anyData = z.record(z.string(), z.unknown());
