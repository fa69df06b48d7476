import { z } from "zod";
import { field } from "./field.ts";

/*
 * Schemas that many endpoints share. Each is created once per process: many clusters start in one
 * process, and creating a schema takes as long as serving a request.
 */

/** Input without fields. */
export const noInput = z.object({});

/** Input of operations whose only field is the name of a resource. */
export const namedInput = z.object({ name: field.name });

/** Input of operations whose only field is a case-insensitive name of a resource. */
export const foldedNamedInput = z.object({ name: field.foldedName });

/** Input of operations whose only field is the path of a resource. */
export const pathInput = z.object({ path: field.name });

/** Output of operations without data. */
export const noData = z.null();

/** Output of lists that contain only names. */
export const namesData = z.object({ keys: z.array(z.string()) });

/** Output that is stored by clients. */
export const anyData = z.record(z.string(), z.unknown());
