import { z } from "zod";
import { Problem } from "../../api/problem.ts";
import { mysqlPlugins } from "./mysql/mysql.ts";
import type { Plugin } from "./plugin.ts";
import { postgresql } from "./postgresql/postgresql.ts";
import { redis } from "./redis/redis.ts";
import { simulated } from "./simulated/simulated.ts";

/** Every plugin there is. A new one is a folder beside this file and a word here. */
const plugins: readonly Plugin[] = [postgresql, ...mysqlPlugins, redis, simulated];

export const pluginNames: readonly string[] = plugins.map(({ name }) => name);

/** The plugin of this name. Throws a Problem "refused" when there is none. */
export function pluginNamed(name: string): Plugin {
  const found = plugins.find((plugin) => plugin.name === name);
  if (!found) throw new Problem("refused", `plugin not found in the catalog: ${name}`);
  return found;
}

/** The fields that a connection may have in addition to those common to all plugins. */
export const pluginFields: z.ZodObject = z.object(Object.assign({}, ...plugins.map((plugin) => plugin.fields.shape)));
