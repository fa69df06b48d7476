import type { Fault, Operation, Work } from "./action.ts";

/** How operators go about a failover: odds, from 0 to 1. */
export type Habits = Readonly<{
  /** That a promotion is by force. */
  force: number;
  /** That one without force comes after a demotion. */
  planned: number;
  /** That a demoted primary is promoted again by force at once. */
  takesBack: number;
  /** That the other operator promotes another cluster at the same moment. */
  rival: number;
  /** That each of the others is pointed at the new primary. */
  updatesPrimary: number;
  /** Milliseconds at most between two operations that belong together. */
  pace: number;
  /** That the mount that is unmounted is that of the database engine, where there is one. */
  unmountsDatabase: number;
  /** That a cluster that has just become a secondary is promoted by force before its copy can be complete. */
  hasty: number;
}>;

/** How the worlds of a campaign are mixed: shares of what is done, and how much. All numbers are weights unless they say otherwise. */
export type Profile = Readonly<{
  summary: string;
  /** At least and at most, both included. */
  clusters: readonly [number, number];
  clients: readonly [number, number];
  /** Actions of all clients together. */
  work: readonly [number, number];
  operations: readonly [number, number];
  faults: readonly [number, number];
  /** Seconds of virtual time until everything is healed. */
  seconds: readonly [number, number];
  /** The odds, from 0 to 1, that a world has a database engine, and a cloud auth method. */
  database: number;
  cloud: number;
  habits: Habits;
  /** The odds that a third cluster, and each after it, replicates from the beginning; the others wait for an operator to enable them. */
  enabledSecondaries: number;
  /** The odds that what a client writes to a secret is large. */
  large: number;
  /** In how many bursts clients work, with quiet in between; 0 for at any time. */
  bursts: number;
  /** The odds that a fault lasts for many seconds. */
  lasting: number;
  /** The odds that a fault comes about when an operator does something, and not at any time. */
  aimed: number;
  /** The odds that a new secondary is promoted by force in the midst of its copy, of which the others have not heard. */
  stranded: number;
  mix: Readonly<{
    work: Readonly<Partial<Record<Work["do"], number>>>;
    operations: Readonly<Partial<Record<Operation["do"], number>>>;
    faults: Readonly<Partial<Record<Fault["do"], number>>>;
  }>;
}>;

const work: Profile["mix"]["work"] = {
  write: 30,
  delete: 3,
  read: 20,
  "read own write": 8,
  "log in": 5,
  "use token": 6,
  "log in by cloud": 3,
  "get credentials": 6,
  "renew credentials": 2,
  "revoke credentials": 3,
  "read static credentials": 4,
  "log in as instance": 3,
  "tidy cloud": 1,
  "create token": 4,
  "renew token": 2,
  "revoke token": 2,
  "write version": 5,
  "read version": 4,
  "write in namespace": 5,
  "read in namespace": 4,
};

const operations: Profile["mix"]["operations"] = {
  "enable primary": 1,
  "enable secondary": 5,
  "update primary": 6,
  "reuse activation token": 1,
  demote: 8,
  promote: 12,
  "disable replication": 1,
  "revoke secondary": 2,
  filter: 4,
  "remove filter": 2,
  mount: 3,
  unmount: 2,
  "rotate static role": 2,
  "rotate root": 1,
  seal: 2,
  unseal: 1,
  rekey: 1,
  "restore backup": 2,
};

const faults: Profile["mix"]["faults"] = {
  partition: 6,
  "black hole": 4,
  isolate: 3,
  "slow network": 2,
  crash: 6,
  "crash at failpoint": 4,
  "slow disk": 2,
  "skew clock": 2,
  "hold commits": 2,
  "cut service": 3,
  "flapping partition": 3,
  bridge: 2,
  "duplicate frames": 2,
  "overtaking connections": 2,
  "narrow network": 2,
  pause: 3,
  "disk trouble": 2,
  "lose disk": 1,
  "drift clock": 2,
  "refuse writes": 2,
  "cut transactions": 3,
  "restart database": 2,
  "cloud error": 2,
  "slow service": 2,
  delay: 2,
  intruder: 1,
};

const habits: Habits = {
  force: 0.25,
  planned: 0.75,
  takesBack: 0.3,
  rival: 0.3,
  updatesPrimary: 0.7,
  pace: 3_000,
  unmountsDatabase: 0.2,
  hasty: 0.05,
};

const usual: Profile = {
  summary: "a bit of everything: clients, operators right and wrong, faults",
  clusters: [2, 5],
  clients: [2, 5],
  work: [60, 140],
  operations: [4, 14],
  faults: [2, 10],
  seconds: [40, 120],
  database: 0.4,
  cloud: 0.2,
  habits,
  enabledSecondaries: 0.85,
  large: 0,
  bursts: 0,
  lasting: 0.3,
  aimed: 0,
  stranded: 0,
  mix: { work, operations, faults },
};

/** The profiles by name; `usual` is the default. */
export const profiles = {
  usual,
  calm: {
    ...usual,
    summary: "clients alone: no operator interferes and nothing fails",
    operations: [0, 0],
    faults: [0, 0],
  },
  failovers: {
    ...usual,
    summary: "demotions and promotions in chains, right and wrong, few faults",
    operations: [10, 24],
    faults: [0, 4],
    database: 0,
    cloud: 0,
    mix: {
      work: { write: 30, read: 10, "read own write": 5 },
      operations: { ...operations, demote: 20, promote: 30, "update primary": 15 },
      faults,
    },
  },
  handovers: {
    ...usual,
    summary: "small worlds whose role of primary changes hands again and again, right and wrong, with hardly a fault",
    clusters: [2, 3],
    clients: [1, 1],
    work: [4, 10],
    operations: [5, 12],
    faults: [0, 1],
    seconds: [60, 150],
    database: 0,
    cloud: 0,
    mix: {
      work: { write: 30, read: 10 },
      operations: { demote: 25, promote: 25, "update primary": 5, "enable secondary": 3, filter: 3 },
      faults,
    },
  },
  rivals: {
    ...usual,
    summary:
      "small worlds far from one another, whose operators promote two clusters at the same moment after one demotion",
    clusters: [3, 3],
    clients: [1, 1],
    work: [2, 6],
    operations: [1, 3],
    faults: [1, 2],
    seconds: [20, 40],
    database: 0,
    cloud: 0,
    habits: { ...habits, force: 0, planned: 1, rival: 1, updatesPrimary: 0.3, hasty: 0 },
    mix: { work: { write: 30, read: 10 }, operations: { promote: 1 }, faults: { "slow network": 1 } },
  },
  returns: {
    ...usual,
    summary:
      "small worlds whose demoted primaries are promoted again by force, and another one without force a while later",
    clusters: [2, 3],
    clients: [1, 1],
    work: [2, 6],
    operations: [2, 4],
    faults: [0, 0],
    seconds: [80, 150],
    database: 0,
    cloud: 0,
    habits: { ...habits, force: 0, planned: 0.1, takesBack: 0.8, rival: 0, updatesPrimary: 0.2, hasty: 0 },
    mix: { work: { write: 30, read: 10 }, operations: { demote: 1, promote: 1 }, faults },
  },
  copies: {
    ...usual,
    summary:
      "clusters that become secondaries while much is written and disks and networks are slow, and are promoted by force in the midst of it",
    clusters: [3, 3],
    clients: [2, 3],
    work: [25, 50],
    operations: [1, 3],
    faults: [2, 5],
    seconds: [15, 25],
    database: 0,
    cloud: 0,
    enabledSecondaries: 0,
    habits: { ...habits, force: 0.8, updatesPrimary: 0.9, hasty: 0.7, pace: 8_000 },
    large: 0.7,
    bursts: 3,
    lasting: 0.8,
    aimed: 0.8,
    mix: {
      work: { write: 40, delete: 3, read: 5 },
      operations: { "enable secondary": 6, promote: 2, filter: 1 },
      faults: { delay: 6, "slow network": 1, "slow disk": 2, partition: 4, isolate: 1, "narrow network": 1 },
    },
  },
  stranded: {
    ...usual,
    summary:
      "small worlds in which a new secondary is promoted by force in the midst of its copy, and one that was partitioned meanwhile replicates from it",
    clusters: [3, 3],
    clients: [1, 1],
    work: [2, 6],
    operations: [0, 1],
    faults: [0, 1],
    seconds: [20, 30],
    database: 0,
    cloud: 0,
    enabledSecondaries: 0,
    stranded: 1,
    mix: { work: { write: 20, read: 2 }, operations: { filter: 1, mount: 1, unmount: 1 }, faults },
  },
  rush: {
    ...usual,
    summary:
      "much is written while clusters far from one another become secondaries, so that copies are long under way",
    clusters: [3, 3],
    clients: [5, 5],
    work: [120, 180],
    operations: [2, 5],
    faults: [1, 3],
    seconds: [15, 30],
    database: 0,
    cloud: 0,
    enabledSecondaries: 0,
    habits: { ...habits, hasty: 0 },
    mix: {
      work: { write: 1 },
      operations: { "enable secondary": 4, filter: 2 },
      faults: { "slow network": 2, delay: 4 },
    },
  },
  intruders: {
    ...usual,
    summary: "small worlds in which an intruder dials the clusters again and again",
    clusters: [2, 3],
    clients: [1, 2],
    work: [5, 15],
    operations: [1, 5],
    faults: [2, 5],
    seconds: [15, 30],
    database: 0,
    cloud: 0,
    mix: { work: { write: 30, read: 10 }, operations, faults: { intruder: 6, partition: 1, crash: 1 } },
  },
  large: {
    ...usual,
    summary: "large secrets in small worlds with new secondaries",
    clusters: [3, 3],
    clients: [1, 2],
    work: [30, 50],
    operations: [1, 3],
    faults: [0, 2],
    seconds: [20, 30],
    database: 0,
    cloud: 0,
    enabledSecondaries: 0,
    habits: { ...habits, hasty: 0 },
    large: 0.7,
    mix: {
      work: { write: 20, read: 4 },
      operations: { "enable secondary": 1 },
      faults: { partition: 1, "narrow network": 1, "slow network": 1 },
    },
  },
  clocks: {
    ...usual,
    summary: "small worlds whose clocks are stepped and drift, with links that come and go",
    clusters: [2, 3],
    clients: [1, 2],
    work: [10, 25],
    operations: [0, 2],
    faults: [3, 8],
    seconds: [20, 40],
    mix: {
      work,
      operations,
      faults: { "skew clock": 10, "drift clock": 4, partition: 4, "black hole": 3, crash: 2, pause: 2 },
    },
  },
  small: {
    ...usual,
    summary: "small worlds of a bit of everything, so that many are played in a second",
    clusters: [2, 3],
    clients: [1, 3],
    work: [15, 40],
    operations: [4, 12],
    faults: [1, 6],
    seconds: [15, 40],
  },
  nemesis: {
    ...usual,
    summary: "faults without end, few operations",
    operations: [2, 6],
    faults: [12, 30],
  },
  departures: {
    ...usual,
    summary:
      "database engines that a filter or an unmount takes away while leases of theirs live, with clusters that are away meanwhile",
    clusters: [2, 3],
    clients: [1, 3],
    work: [10, 25],
    operations: [2, 6],
    faults: [1, 4],
    seconds: [20, 50],
    database: 1,
    cloud: 0,
    habits: { ...habits, unmountsDatabase: 0.7 },
    mix: {
      work: { "get credentials": 25, "renew credentials": 4, "revoke credentials": 4, write: 4 },
      operations: { filter: 8, unmount: 5, "update primary": 2, promote: 2, demote: 1 },
      faults: { partition: 4, isolate: 2, crash: 4, "cut service": 1, "slow network": 1 },
    },
  },
  endings: {
    ...usual,
    summary: "small worlds in which a few leases begin as others end, on disks that are slow",
    clusters: [2, 2],
    clients: [1, 2],
    work: [3, 6],
    operations: [0, 0],
    faults: [2, 3],
    seconds: [30, 45],
    database: 1,
    cloud: 0,
    lasting: 1,
    mix: { work: { "get credentials": 1 }, operations, faults: { "slow disk": 1 } },
  },
  databases: {
    ...usual,
    summary: "credentials, static roles and the faults of a database",
    database: 1,
    mix: {
      work: { ...work, "get credentials": 25, "revoke credentials": 12, "read static credentials": 12, write: 10 },
      operations: { ...operations, "rotate static role": 10, "rotate root": 6 },
      faults: { ...faults, "hold commits": 8, "cut service": 10 },
    },
  },
} as const satisfies Readonly<Record<string, Profile>>;

export type ProfileName = keyof typeof profiles;
