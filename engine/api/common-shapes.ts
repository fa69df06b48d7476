import { z } from "zod";

/*
 * Shapes that many endpoints have. They are made once, as all shapes are: many clusters start in one process, and to make a shape takes
 * as long as to answer a request.
 */

/** Of what has no fields. */
export const noInput = z.object({});

/** Of answers that have no data. */
export const noData = z.null();

/** Of lists that tell names and nothing else. */
export const namesData = z.object({ keys: z.array(z.string()) });

/** Of answers that hold what somebody put there. */
export const anyData = z.record(z.string(), z.unknown());
