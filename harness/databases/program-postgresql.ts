import { Unavailable } from "#harness/reaper/unavailable.ts";
import type { DatabaseServer } from "./database-server.ts";
import { embeddedPostgresql } from "./embedded-postgresql.ts";
import { programOnPath } from "./program-on-path.ts";
import { served } from "./server-source.ts";

/** Like {@link embeddedPostgresql}, but with the programs on the PATH. Rejects with an {@link Unavailable}. */
export async function programPostgresql({
  isEncrypted = false,
}: Readonly<{ isEncrypted?: boolean }> = {}): Promise<DatabaseServer> {
  const names = served.postgresql.programs;
  const [postgres, initdb] = await Promise.all(names.map((name) => programOnPath([name])));
  if (!postgres || !initdb) throw new Unavailable(`there is no ${names.join(" and ")} on the PATH`);
  return embeddedPostgresql({ isEncrypted, programs: { postgres, initdb }, description: `the program ${postgres}` });
}
