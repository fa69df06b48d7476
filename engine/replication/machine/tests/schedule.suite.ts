import { expect } from "chai";
import type { ClusterSimulation } from "./cluster-simulation.suite.ts";

/** Paths of mounts and namespaces, also used in filters. `team/` is a namespace. */
const places = ["m0/", "m1/", "m2/", "auth/m3/", "team/", "team/m4/"] as const;

type Change = Readonly<{ key: string; value: string | null }>;
type Mounted = Readonly<{ uuid: string; path: string }>;

export class Schedule {
  readonly #simulation: ClusterSimulation;
  readonly #roll: () => number;
  #count = 0;
  #secrets = new Set<string>();
  readonly seen = { mounted: 0, moved: 0, removed: 0, filtered: 0, lifted: 0, secret: 0 };

  constructor(simulation: ClusterSimulation, roll: () => number) {
    this.#simulation = simulation;
    this.#roll = roll;
  }

  async advance(primary: string): Promise<void> {
    const all = await this.#simulation.shared(primary);
    const mounts = mountsIn(all);
    const free = places.filter((path) => path !== "team/" && !mounts.some((mount) => mount.path === path));
    const [mount, path] = [this.#pick(mounts), this.#pick(free)];
    const roll = this.#roll();
    if (roll < 0.35 && mount)
      return this.#append(primary, [{ key: `shared/mount/${mount.uuid}/x`, value: `${++this.#count}` }]);
    if (roll < 0.6 && path) return this.#mount(primary, path);
    if (roll < 0.7 && mount && path && mount.path.startsWith("team/") === path.startsWith("team/")) {
      return this.#move(primary, mount, path);
    }
    if (roll < 0.8 && mount) return this.#remove(primary, mount, all);
    return this.#filter(primary);
  }

  shareOf(secondary: string, all: Readonly<Record<string, string>>): Record<string, string> {
    const out = mountsIn(all).filter(({ path }) => !this.#isFor(secondary, path, all));
    const names = out.map(({ uuid }) => `/mount/${uuid}`);
    if (!this.#isFor(secondary, "team/", all)) names.push("/namespace/t1");
    return Object.fromEntries(
      Object.entries(all).filter(([key]) => !names.some((name) => `${key}/`.includes(`${name}/`))),
    );
  }

  /**
   * Returns true when the primary has data at `place` without a mount or namespace there. This is possible after an
   * unfinished copy; then any secondary may have these data.
   */
  isLeftOver(place: string, all: Readonly<Record<string, string>>): boolean {
    if (place.startsWith("shared/namespace/t1/")) return place in all && !(namespaceKey in all);
    const [, uuid] = /^shared\/mount\/([^/]+)\//.exec(place) ?? [];
    return uuid !== undefined && place in all && !mountsIn(all).some((mount) => mount.uuid === uuid);
  }

  /** Checks that no secondary has data of a mount that was filtered from it ever since the mount was created. */
  async check(): Promise<void> {
    for (const secret of this.#secrets) {
      const [secondary = "", uuid = ""] = secret.split(" ");
      if (this.#simulation.state(secondary).role !== "secondary") continue;
      const leaked = Object.keys(await this.#simulation.shared(secondary)).filter((key) =>
        `${key}/`.includes(`/${uuid}/`),
      );
      expect(leaked, `${secondary} was sent what is not for it`).to.deep.equal([]);
    }
  }

  forget(): void {
    this.#secrets = new Set();
  }

  async #mount(primary: string, path: string): Promise<void> {
    const uuid = `u${++this.#count}`;
    await this.#append(primary, [...namespace, tableEntry(uuid, path)]);
    await this.#append(primary, [{ key: `shared/mount/${uuid}/x`, value: "first" }]);
    const all = await this.#simulation.shared(primary);
    for (const secondary of ["oslo", "lima", "kyoto"]) {
      if (secondary === primary || this.#isFor(secondary, path, all)) continue;
      this.#secrets.add(`${secondary} ${uuid}`);
      this.seen.secret++;
    }
    this.seen.mounted++;
  }

  async #move(primary: string, { uuid }: Mounted, path: string): Promise<void> {
    this.#unveil((secret) => secret.endsWith(` ${uuid}`));
    await this.#append(primary, [tableEntry(uuid, path)]);
    this.seen.moved++;
  }

  async #remove(primary: string, { uuid, path }: Mounted, all: Readonly<Record<string, string>>): Promise<void> {
    await this.#append(primary, [{ ...tableEntry(uuid, path), value: null }]);
    const keys = Object.keys(all).filter((key) => key.startsWith(`shared/mount/${uuid}/`));
    await this.#append(
      primary,
      keys.map((key) => ({ key, value: null })),
    );
    this.seen.removed++;
  }

  async #filter(primary: string): Promise<void> {
    const secondary = this.#pick(["oslo", "lima", "kyoto"]) ?? "";
    const own = this.#simulation.state(secondary).record?.cluster ?? "";
    const id = this.#roll() < 0.5 || own === "" ? secondary : own;
    this.#unveil((secret) => secret.startsWith(`${secondary} `));
    const isLifted = this.#roll() < 0.4;
    const mode = this.#roll() < 0.7 ? "deny" : "allow";
    const value = isLifted ? null : JSON.stringify({ mode, paths: places.filter(() => this.#roll() < 0.4) });
    await this.#append(primary, [{ key: `shared/core/paths-filter/${id}`, value }]);
    this.seen[isLifted ? "lifted" : "filtered"]++;
  }

  #isFor(secondary: string, path: string, all: Readonly<Record<string, string>>): boolean {
    const own = this.#simulation.state(secondary).record?.cluster ?? "";
    return [secondary, own].every((id) => {
      const text = all[`shared/core/paths-filter/${id}`];
      if (text === undefined) return true;
      const { mode, paths }: { mode: string; paths: readonly string[] } = JSON.parse(text);
      const isListed = paths.includes(path) || (path.startsWith("team/") && paths.includes("team/"));
      // A part of a namespace includes the namespace.
      return mode === "deny" ? !isListed : isListed || (path === "team/" && paths.includes("team/m4/"));
    });
  }

  #unveil(which: (secret: string) => boolean): void {
    this.#secrets = new Set([...this.#secrets].filter((secret) => !which(secret)));
  }

  async #append(primary: string, shared: readonly Change[]): Promise<void> {
    const batches = [{ mount: "", shared, local: [] }];
    expect((await this.#simulation.command(primary, { type: "append", batches })).accepted).to.equal(true);
  }

  #pick<T>(choices: readonly T[]): T | undefined {
    return choices[Math.floor(this.#roll() * choices.length)];
  }
}

const namespaceKey = "shared/core/namespace/t1";

const namespace: readonly Change[] = [
  { key: namespaceKey, value: JSON.stringify({ id: "t1", uuid: "t1", path: "team/", metadata: {} }) },
];

function tableEntry(uuid: string, place: string): Change {
  const inTeam = place.startsWith("team/");
  const kind = place.startsWith("auth/") ? "auth" : "secret";
  const path = place.replace(/^(team|auth)\//, "");
  const key = inTeam ? `shared/namespace/t1/mount/${uuid}` : `shared/core/mount/${uuid}`;
  return { key, value: JSON.stringify({ uuid, namespace: inTeam ? "t1" : "root", kind, type: "kv", path }) };
}

function mountsIn(all: Readonly<Record<string, string>>): readonly Mounted[] {
  return Object.entries(all).flatMap(([key, value]) => {
    if (!/^shared\/(core|namespace\/t1)\/mount\//.test(key)) return [];
    if (key.startsWith("shared/namespace/t1/") && !(namespaceKey in all)) return [];
    const { uuid, kind, path } = JSON.parse(value);
    const place = kind === "auth" ? `auth/${path}` : path;
    return [{ uuid, path: key.startsWith("shared/namespace/") ? `team/${place}` : place }];
  });
}
