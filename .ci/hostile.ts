// Sends hostile input to every field of every operation: `node .ci/hostile.ts`. Only to some: `node .ci/hostile.ts
// 'VERB PATH' [FIELD [SHAPE [BYTES]]]`. Only checks that the removal of a limit is detected: `node .ci/hostile.ts
// limits [LIMIT]`.
import { allLimits } from "./hostile/limit-list.ts";
import { playLimits } from "./hostile/limits.ts";
import { playChosen, playHostile } from "./hostile/play.ts";
import { closingLine, type Outcome } from "./suite/count.ts";

const { count, trouble } = await played(process.argv.slice(2));
if (trouble !== undefined) process.stdout.write(`${trouble}\n`);
process.stdout.write(`${closingLine(count)}\n`);
process.exitCode = count.failed > 0 || count.passed === 0 ? 1 : 0;

async function played([operation, ...words]: readonly string[]): Promise<Outcome> {
  const [field, shape, bytes] = words;
  if (operation === undefined) return playHostile();
  if (operation === "limits")
    return { count: await playLimits(allLimits().filter(({ name }) => words.length === 0 || words.includes(name))) };
  return playChosen({
    operation,
    ...(field === undefined ? {} : { field }),
    ...(shape === undefined ? {} : { shape }),
    ...(bytes === undefined ? {} : { bytes: Number(bytes) }),
  });
}
