import { DatabaseRefusal } from "#engine/ports/databases.ts";

/** SQLSTATEs of refusals, by a short description (PostgreSQL, appendix A). */
export const sqlStates = {
  "protocol violation": "08P01",
  unsupported: "0A000",
  "invalid grant": "0LP01",
  "invalid text": "22P02",
  "invalid parameter": "22023",
  "invalid escape": "22025",
  "value too long": "22001",
  "number out of range": "22003",
  "invalid date": "22007",
  "date out of range": "22008",
  "null not allowed": "23502",
  "not unique": "23505",
  "wrong transaction state": "25001",
  "read only": "25006",
  "may not log in": "28000",
  "wrong password": "28P01",
  "objects depend on it": "2BP01",
  "no such database": "3D000",
  "no such schema": "3F000",
  "permission denied": "42501",
  syntax: "42601",
  "name reserved": "42939",
  "no such column": "42703",
  "no such role": "42704",
  "column twice": "42701",
  "role exists": "42710",
  "type mismatch": "42804",
  "no such function": "42883",
  "no such table": "42P01",
  "no such parameter": "42P02",
  "no type for a parameter": "42P18",
  "database exists": "42P04",
  "schema exists": "42P06",
  "table exists": "42P07",
  "too many connections": "53300",
  "disk full": "53100",
  "too complex": "54001",
  "in use": "55006",
  "connection terminated": "57P01",
} as const;

export function refusal(state: keyof typeof sqlStates, message: string): DatabaseRefusal {
  return new DatabaseRefusal(message, sqlStates[state]);
}

export function unsupported(what: string): DatabaseRefusal {
  return refusal("unsupported", `feature not supported by the simulated PostgreSQL: ${what}`);
}
