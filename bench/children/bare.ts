// Runs bare services and reports the memory of this process on request.
import { z } from "zod";
import { bareServices } from "../bare-services.ts";
import { memoryOfThisProcess } from "./memory-of-this-process.ts";
import { answerWith, orderOf, report } from "./order.ts";

const { count, routes } = orderOf(z.object({ count: z.int(), routes: z.record(z.string(), z.looseObject({})) }));

const { addresses } = await bareServices(count, routes);
answerWith(memoryOfThisProcess);
report({ addresses });
