import { z } from "zod";

/** Of what has no fields. Inputs are made once, not for each cluster: many clusters start in one process. */
export const noInput = z.object({});
