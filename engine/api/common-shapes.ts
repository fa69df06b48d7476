import { z } from "zod";
import { field } from "./field.ts";

/*
 * Schemas that many endpoints share. Each is created once per process: many clusters start in one
 * process, and creating a schema takes as long as serving a request.
 */

export const noInput = z.object({});

export const namedInput = z.object({ name: field.name });

export const foldedNamedInput = z.object({ name: field.foldedName });

export const pathInput = z.object({ path: field.name });

export const noData = z.null();

export const namesData = z.object({ keys: z.array(z.string()) });

export const anyData = z.record(z.string(), z.unknown());
