import { expect } from "chai";
import type { Troupe } from "./troupe.suite.ts";

/** Where mounts and namespaces are, and what filters list. `team/` is a namespace. */
const places = ["m0/", "m1/", "m2/", "auth/m3/", "team/", "team/m4/"] as const;

type Change = Readonly<{ key: string; value: string | null }>;
type Mounted = Readonly<{ uuid: string; path: string }>;

/**
 * What is mounted, moved, removed and filtered in a play, always at who leads. It knows by itself who shall get what: what it finds is
 * compared with what the clusters have.
 */
export class Plot {
  readonly #troupe: Troupe;
  readonly #roll: () => number;
  #count = 0;
  /** Mounts that were never for a follower: `follower uuid`. */
  #secrets = new Set<string>();
  readonly seen = { mounted: 0, moved: 0, removed: 0, filtered: 0, lifted: 0, secret: 0 };

  constructor(troupe: Troupe, roll: () => number) {
    this.#troupe = troupe;
    this.#roll = roll;
  }

  /** Something happens at the lead. */
  async thicken(lead: string): Promise<void> {
    const all = await this.#troupe.shared(lead);
    const mounts = mountsIn(all);
    const free = places.filter((path) => path !== "team/" && !mounts.some((mount) => mount.path === path));
    const [mount, path] = [this.#pick(mounts), this.#pick(free)];
    const roll = this.#roll();
    if (roll < 0.35 && mount)
      return this.#append(lead, [{ key: `shared/mount/${mount.uuid}/x`, value: `${++this.#count}` }]);
    if (roll < 0.6 && path) return this.#mount(lead, path);
    if (roll < 0.7 && mount && path && mount.path.startsWith("team/") === path.startsWith("team/")) {
      return this.#move(lead, mount, path);
    }
    if (roll < 0.8 && mount) return this.#remove(lead, mount, all);
    return this.#filter(lead);
  }

  /** What `follower` shall have of all that the lead has. */
  shareOf(follower: string, all: Readonly<Record<string, string>>): Record<string, string> {
    const out = mountsIn(all).filter(({ path }) => !this.#isFor(follower, path, all));
    const names = out.map(({ uuid }) => `/mount/${uuid}`);
    if (!this.#isFor(follower, "team/", all)) names.push("/namespace/t1");
    return Object.fromEntries(
      Object.entries(all).filter(([key]) => !names.some((name) => `${key}/`.includes(`${name}/`))),
    );
  }

  /** Whether the lead has something of a mount or a namespace that it does not have: after half a copy such may be, and who gets it is all the same. */
  isLeftOver(place: string, all: Readonly<Record<string, string>>): boolean {
    if (place.startsWith("shared/namespace/t1/")) return place in all && !(namespaceKey in all);
    const [, uuid] = /^shared\/mount\/([^/]+)\//.exec(place) ?? [];
    return uuid !== undefined && place in all && !mountsIn(all).some((mount) => mount.uuid === uuid);
  }

  /** Nobody ever has what was mounted where it was not for them. */
  async check(): Promise<void> {
    for (const secret of this.#secrets) {
      const [follower = "", uuid = ""] = secret.split(" ");
      if (this.#troupe.state(follower).role !== "secondary") continue;
      const leaked = Object.keys(await this.#troupe.shared(follower)).filter((key) => `${key}/`.includes(`/${uuid}/`));
      expect(leaked, `${follower} was sent what is not for it`).to.deep.equal([]);
    }
  }

  /** Another lead may know nothing of all that. */
  forget(): void {
    this.#secrets = new Set();
  }

  async #mount(lead: string, path: string): Promise<void> {
    const uuid = `u${++this.#count}`;
    await this.#append(lead, [...namespace, tableEntry(uuid, path)]);
    await this.#append(lead, [{ key: `shared/mount/${uuid}/x`, value: "first" }]);
    const all = await this.#troupe.shared(lead);
    for (const follower of ["oslo", "lima", "kyoto"]) {
      if (follower === lead || this.#isFor(follower, path, all)) continue;
      this.#secrets.add(`${follower} ${uuid}`);
      this.seen.secret++;
    }
    this.seen.mounted++;
  }

  async #move(lead: string, { uuid }: Mounted, path: string): Promise<void> {
    this.#unveil((secret) => secret.endsWith(` ${uuid}`));
    await this.#append(lead, [tableEntry(uuid, path)]);
    this.seen.moved++;
  }

  /** As the core does it: first the entry in the table goes, then what was stored. */
  async #remove(lead: string, { uuid, path }: Mounted, all: Readonly<Record<string, string>>): Promise<void> {
    await this.#append(lead, [{ ...tableEntry(uuid, path), value: null }]);
    const keys = Object.keys(all).filter((key) => key.startsWith(`shared/mount/${uuid}/`));
    await this.#append(
      lead,
      keys.map((key) => ({ key, value: null })),
    );
    this.seen.removed++;
  }

  async #filter(lead: string): Promise<void> {
    const follower = this.#pick(["oslo", "lima", "kyoto"]) ?? "";
    const own = this.#troupe.state(follower).record?.cluster ?? "";
    const id = this.#roll() < 0.5 || own === "" ? follower : own;
    this.#unveil((secret) => secret.startsWith(`${follower} `));
    const isLifted = this.#roll() < 0.4;
    const mode = this.#roll() < 0.7 ? "deny" : "allow";
    const value = isLifted ? null : JSON.stringify({ mode, paths: places.filter(() => this.#roll() < 0.4) });
    await this.#append(lead, [{ key: `shared/core/paths-filter/${id}`, value }]);
    this.seen[isLifted ? "lifted" : "filtered"]++;
  }

  #isFor(follower: string, path: string, all: Readonly<Record<string, string>>): boolean {
    const own = this.#troupe.state(follower).record?.cluster ?? "";
    return [follower, own].every((id) => {
      const text = all[`shared/core/paths-filter/${id}`];
      if (text === undefined) return true;
      const { mode, paths }: { mode: string; paths: readonly string[] } = JSON.parse(text);
      const isListed = paths.includes(path) || (path.startsWith("team/") && paths.includes("team/"));
      // A part of a namespace comes with the namespace.
      return mode === "deny" ? !isListed : isListed || (path === "team/" && paths.includes("team/m4/"));
    });
  }

  #unveil(which: (secret: string) => boolean): void {
    this.#secrets = new Set([...this.#secrets].filter((secret) => !which(secret)));
  }

  async #append(lead: string, shared: readonly Change[]): Promise<void> {
    const batches = [{ mount: "", shared, local: [] }];
    expect((await this.#troupe.command(lead, { type: "append", batches })).accepted).to.equal(true);
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
