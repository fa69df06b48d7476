// Runs bare services and reports the memory of this process on request.
import { z } from "zod";
import { bareServices } from "../bare-services.ts";
import { answerWith, inputOf, report } from "./child-process.ts";
import { memoryOfThisProcess } from "./memory-of-this-process.ts";

const { count, routes } = inputOf(z.object({ count: z.int(), routes: z.record(z.string(), z.looseObject({})) }));

const { addresses } = await bareServices(count, routes);
answerWith(memoryOfThisProcess);
report({ addresses });
