import { describe, expect, it } from 'vitest';
import { firstMinute, outOfSight } from './out_of_sight';

const week = { from: '2026-11-16', to: '2026-11-22' };
// From half past seven to five in the afternoon.
const sight = { from: 450, to: 1020 };
const timed = (start: string, end: string) => ({
  start: `2026-11-${start}:00`,
  end: `2026-11-${end}:00`,
  allDay: false,
  lastDay: `2026-11-${end.slice(0, 2)}`,
});
const count = (...items: Parameters<typeof outOfSight>[0]) => outOfSight(items, week, sight, 60);

describe('what is out of sight', () => {
  it('is counted above and below', () => {
    const found = count(
      timed('17T06:00', '17T07:00'),
      timed('18T05:30', '18T07:30'),
      timed('18T07:00', '18T07:45'),
      timed('19T17:00', '19T18:00'),
    );
    expect(found).toEqual({ earlier: 2, later: 1, earliest: 330, nextLater: 1020 });
  });

  it('is not what is whole days, on other days, or partly seen', () => {
    const holiday = { start: '2026-11-17', allDay: true, lastDay: '2026-11-17' };
    const found = count(
      holiday,
      timed('15T06:00', '15T07:00'),
      timed('23T06:00', '23T07:00'),
      timed('17T16:00', '17T23:00'),
      // A night and a day.
      timed('17T20:00', '18T12:00'),
    );
    expect([found.earlier, found.later]).toEqual([0, 0]);
  });

  it('is once what is both late in the evening and early in the morning', () => {
    const found = count(timed('17T22:00', '18T02:00'));
    expect([found.earlier, found.later, found.earliest]).toEqual([1, 0, 0]);
  });

  it('has the usual length when nothing says when it ends', () => {
    const open = { start: '2026-11-17T07:00:00', allDay: false, lastDay: '2026-11-17' };
    expect(outOfSight([open], week, sight, 60).earlier).toBe(0);
    expect(outOfSight([open], week, sight, 30).earlier).toBe(1);
  });
});

it('finds when the first thing of these days begins', () => {
  const items = [timed('15T04:00', '15T05:00'), timed('17T06:15', '17T07:00')];
  expect(firstMinute(items, week)).toBe(375);
  expect(firstMinute([], week)).toBeUndefined();
});
