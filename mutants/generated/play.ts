import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { readOwnRules } from "#harness/reports/own-rules.ts";
import { readRequirements } from "#harness/reports/requirements.ts";
import { PlayerProcess } from "../player-process.ts";
import type { GeneratedMutant, Instrumented } from "./instrument.ts";
import { folderVariable, type Round, type RoundResult } from "./round.ts";
import type { Coverage } from "./switch.ts";

/** Time in milliseconds after which a run with a mutant counts as an endless loop. */
const timeout = 120_000;
/** Runs of a process before it is replaced, because scenarios leave some memory behind. */
const maxPlays = 150;
/** Numbers of scenarios in the first runs of a mutant. Most mutants fail one of the first. */
const firstRounds = [6, 30, 120];

export type Outcome =
  | "caught"
  /** All played scenarios pass. */
  | "survived"
  /** No scenario executes the mutant. */
  | "not covered"
  /** The mutant is executed only while its module is loaded, when no mutant is active. It is not judged. */
  | "static"
  /** The run does not end, or its process dies. Counts as caught. */
  | "endless";

export type JudgedMutant = GeneratedMutant &
  Readonly<{
    outcome: Outcome;
    /** Place of the scenario that failed, and the ids of requirements and own rules in its tags. */
    caughtBy?: Readonly<{ place: string; ids: readonly string[] }>;
    scenarios: number;
  }>;

export type Covered = Readonly<{ coverage: Coverage; milliseconds: Readonly<Record<string, number>> }>;

/** Plays scenarios with generated mutants in child processes, `workers` at a time. */
export class MutantPlayers implements AsyncDisposable {
  readonly #seed: number;
  readonly #players: readonly PlayerProcess[];

  private constructor(players: readonly PlayerProcess[], seed: number) {
    this.#players = players;
    this.#seed = seed;
  }

  /** Creates the child processes. Writes the instrumented sources to `folder`, an existing folder, for them. */
  static async open(
    { sources }: Pick<Instrumented, "sources">,
    { folder, workers, seed }: Readonly<{ folder: string; workers: number; seed: number }>,
  ): Promise<MutantPlayers> {
    await writeFile(join(folder, "sources.json"), JSON.stringify(Object.fromEntries(sources)));
    const options = { program: new URL("./player.ts", import.meta.url), timeout, maxPlays };
    const player = () => new PlayerProcess({ ...options, variables: { [folderVariable]: folder } });
    return new MutantPlayers(Array.from({ length: workers }, player), seed);
  }

  async cover(features: readonly string[]): Promise<Covered> {
    const perTest: Record<string, Readonly<Record<string, number>>> = {};
    const statics: Record<string, number> = {};
    const milliseconds: Record<string, number> = {};
    await this.#each(features, async (player, feature) => {
      const { played, coverage } = resultOf(await this.#round(player, { paths: [feature], seed: this.#seed }));
      for (const { place, milliseconds: duration, failed } of played) {
        if (failed) throw new Error(`${place} fails without a mutant`);
        milliseconds[place] = duration;
      }
      Object.assign(perTest, coverage?.perTest);
      Object.assign(statics, coverage?.static);
    });
    return { coverage: { static: statics, perTest }, milliseconds };
  }

  /**
   * Plays the scenarios that execute each mutant until one fails: first those that noticed other mutants of the file, then
   * the fastest. Plays at most `most` scenarios for a mutant.
   */
  async judge(
    mutants: readonly GeneratedMutant[],
    { coverage, milliseconds }: Covered,
    { most, known }: Readonly<{ most: number; known: (judged: JudgedMutant) => void }>,
  ): Promise<void> {
    const places = new Map<string, string[]>();
    for (const [place, hits] of Object.entries(coverage.perTest)) {
      for (const id of Object.keys(hits)) {
        const before = places.get(id);
        if (before) before.push(place);
        else places.set(id, [place]);
      }
    }
    const noticed = new Map<string, Map<string, number>>();
    const byFile = mutants.toSorted((one, other) => one.file.localeCompare(other.file));
    await this.#each(byFile, async (player, mutant) => {
      const inFile = noticed.get(mutant.file) ?? new Map<string, number>();
      noticed.set(mutant.file, inFile);
      const own = playOrder(places.get(mutant.id) ?? [], { noticed: inFile, milliseconds }).slice(0, most);
      const isStatic = own.length === 0 && mutant.id in coverage.static;
      const found = own.length > 0 ? await this.#hunt(player, mutant, own) : { outcome: "not covered" as const };
      if ("caughtBy" in found && found.caughtBy)
        inFile.set(found.caughtBy.place, (inFile.get(found.caughtBy.place) ?? 0) + 1);
      known({ ...mutant, ...(isStatic ? { outcome: "static" } : found), scenarios: own.length });
    });
  }

  async #hunt(
    player: PlayerProcess,
    { id }: GeneratedMutant,
    places: readonly string[],
  ): Promise<Pick<JudgedMutant, "outcome" | "caughtBy">> {
    let from = 0;
    for (const size of [...firstRounds, places.length]) {
      const paths = places.slice(from, from + size);
      from += size;
      if (paths.length === 0) break;
      const text = await this.#round(player, { paths, seed: this.#seed, mutant: id });
      if (typeof text !== "object") return { outcome: "endless" };
      const failed = text.played.find((one) => one.failed);
      if (failed) return { outcome: "caught", caughtBy: { place: failed.place, ids: idsIn(failed.failed ?? []) } };
    }
    return { outcome: "survived" };
  }

  async #round(player: PlayerProcess, round: Round): Promise<RoundResult | string> {
    const ended = await player.run({ words: [JSON.stringify(round)], isLimited: round.mutant !== undefined });
    if (ended.result !== undefined) return JSON.parse(ended.result) as RoundResult;
    return `${ended.ending}: ${ended.errors.trim().slice(0, 1000)}`;
  }

  async #each<Item>(items: readonly Item[], work: (player: PlayerProcess, item: Item) => Promise<void>): Promise<void> {
    const queue = items.values();
    await Promise.all(
      this.#players.map(async (player) => {
        for (const item of queue) await work(player, item);
      }),
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const player of this.#players) await player[Symbol.asyncDispose]();
  }
}

/**
 * Returns the scenarios of a mutant in the order of play: by the number of mutants of the same file that they noticed, most
 * first, then by duration.
 */
export function playOrder(
  places: readonly string[],
  { noticed, milliseconds }: Pick<Covered, "milliseconds"> & Readonly<{ noticed: ReadonlyMap<string, number> }>,
): readonly string[] {
  const duration = (place: string) => milliseconds[place] ?? Number.MAX_SAFE_INTEGER;
  return places.toSorted(
    (one, other) => (noticed.get(other) ?? 0) - (noticed.get(one) ?? 0) || duration(one) - duration(other),
  );
}

function resultOf(result: RoundResult | string): RoundResult {
  if (typeof result === "string") throw new Error(`the scenarios cannot be played: ${result}`);
  return result;
}

const rules = new Set([...readRequirements().keys(), ...readOwnRules().keys()]);

function idsIn(tags: readonly string[]): readonly string[] {
  return tags.map((tag) => tag.slice(1)).filter((id) => rules.has(id));
}
