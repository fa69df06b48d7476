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

test("appointments are kept in the order of their times, not of their making", () => {
  const clock = handClock();
  const agenda = new AgendaBook({ clock, log }).of("mount");
  const kept: string[] = [];
  agenda.arrange("late", 20, async () => void kept.push("late"));
  agenda.arrange("early", 10, async () => void kept.push("early"));
  clock.advance(9);
  expect(kept).to.deep.equal([]);
  clock.advance(30);
  expect(kept).to.deep.equal(["early", "late"]);
});

test("an appointment of the same name takes the place of the earlier one", () => {
  const clock = handClock();
  const agenda = new AgendaBook({ clock, log }).of("mount");
  const kept: string[] = [];
  agenda.arrange("lease", 10, async () => void kept.push("first"));
  agenda.arrange("lease", 20, async () => void kept.push("second"));
  clock.advance(15);
  expect(kept).to.deep.equal([]);
  clock.advance(20);
  expect(kept).to.deep.equal(["second"]);
});

test("one owner's cancelling leaves another owner's appointments", () => {
  const clock = handClock();
  const book = new AgendaBook({ clock, log });
  const kept: string[] = [];
  book.of("one").arrange("x", 10, async () => void kept.push("one"));
  book.of("other").arrange("x", 10, async () => void kept.push("other"));
  book.of("one").cancelAll();
  clock.advance(10);
  expect(kept).to.deep.equal(["other"]);
});
