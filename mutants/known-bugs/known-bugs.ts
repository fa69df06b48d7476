import { readFileSync } from "node:fs";
import { type ProfileName, profiles } from "#harness/campaign/profiles.ts";
import { packageRoot } from "#harness/cli/package-root.ts";
import { type Mutant, parseMutants } from "../mutant.ts";

const list = new URL("list.txt", import.meta.url);

/** A bug of the past, how it is put back, the profile whose campaigns find it, and where its capsule is. */
export type KnownBug = Readonly<{
  id: string;
  profile: ProfileName;
  why: string;
  change: Pick<Mutant, "file" | "find" | "replace">;
  capsule: string;
  /** Why there is no capsule yet; undefined where there is one. */
  missing: string | undefined;
}>;

/** Every known bug. Throws an Error where the list cannot be read or names a profile that there is not. */
export function knownBugs(): readonly KnownBug[] {
  return parseMutants(readFileSync(list, "utf8"), "list").map(
    ({ ids: [id = "", profile = ""], why, place, ...change }) => {
      const name = profile.toLowerCase();
      if (!(name in profiles)) throw new Error(`${place}: there is no profile ${name}`);
      const { file, find, replace } = change;
      return {
        id,
        profile: name as ProfileName,
        why,
        change: { file, find, replace },
        missing: change.escapes,
        capsule: `${packageRoot}spec/capsules/${id.toLowerCase()}.json`,
      };
    },
  );
}
