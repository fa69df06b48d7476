import { test } from "node:test";
import { expect } from "chai";
import type { Clock } from "../../ports/clock.ts";
import { AgendaBook } from "./agenda.ts";

function handClock(): Clock & { advance(to: number): void } {
  let now = 0;
  let alarms: { when: number; callback: () => void }[] = [];
  return {
    now: () => now,
    at(when, callback) {
      const alarm = { when, callback };
      alarms.push(alarm);
      return () => {
        alarms = alarms.filter((other) => other !== alarm);
      };
    },
    advance(to) {
      now = to;
      for (const alarm of alarms.filter(({ when }) => when <= now)) {
        alarms = alarms.filter((other) => other !== alarm);
        alarm.callback();
      }
    },
  };
}

const log = { info() {}, warn() {}, error() {} };

test("tasks run in the order of their times, not in the order of scheduling", () => {
  const clock = handClock();
  const agenda = new AgendaBook({ clock, log }).of("mount");
  const ran: string[] = [];
  agenda.arrange("late", 20, async () => void ran.push("late"));
  agenda.arrange("early", 10, async () => void ran.push("early"));
  clock.advance(9);
  expect(ran).to.deep.equal([]);
  clock.advance(30);
  expect(ran).to.deep.equal(["early", "late"]);
});

test("a task replaces an earlier one of the same name", () => {
  const clock = handClock();
  const agenda = new AgendaBook({ clock, log }).of("mount");
  const ran: string[] = [];
  agenda.arrange("lease", 10, async () => void ran.push("first"));
  agenda.arrange("lease", 20, async () => void ran.push("second"));
  clock.advance(15);
  expect(ran).to.deep.equal([]);
  clock.advance(20);
  expect(ran).to.deep.equal(["second"]);
});

test("cancelling the tasks of one owner does not affect other owners", () => {
  const clock = handClock();
  const book = new AgendaBook({ clock, log });
  const ran: string[] = [];
  book.of("one").arrange("x", 10, async () => void ran.push("one"));
  book.of("other").arrange("x", 10, async () => void ran.push("other"));
  book.of("one").cancelAll();
  clock.advance(10);
  expect(ran).to.deep.equal(["other"]);
});
