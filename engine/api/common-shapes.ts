import { z } from "zod";
import { field } from "./field.ts";

// Schemas that several endpoints use.

export const noInput = z.object({});

export const namedInput = z.object({ name: field.name });

export const foldedNamedInput = z.object({ name: field.foldedName });

export const pathInput = z.object({ path: field.name });

export const noData = z.null();

export const namesData = z.object({ keys: z.array(z.string()) });

export const anyData = z.record(z.string(), z.unknown());
