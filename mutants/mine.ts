import { readFileSync } from "node:fs";
import { parseMutants } from "./mutant.ts";
import { playAll } from "./play-all.ts";
import { row } from "./table.ts";
const [file = "", pattern = ""] = process.argv.slice(2);
const all = parseMutants(readFileSync(file, "utf8"), "mine").filter((m) => new RegExp(pattern).test(`${m.ids.join(" ")} ${m.why}`));
const judged = await playAll(all, { seed: 1, workers: 2, known: (one) => void process.stdout.write(row(one)) });
console.log("caught", judged.filter((j) => j.outcome === "caught").length, "of", judged.length);
