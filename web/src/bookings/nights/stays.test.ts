import { describe, expect, it } from 'vitest';
import { halvesOf, percentOf, pieceIn } from './half_days';
import { daysAround, weeksAround } from '../month/month_weeks';
import {
  covers,
  dayIn,
  holders,
  movedBy,
  nightCount,
  nightsOf,
  overlaps,
  stayBetween,
  touches,
} from './stays';
import { bookingOf } from '../test_server';

const week = { start: '2026-06-29', end: '2026-07-06' };
const stay = (start: string, end: string) => ({ start, end });

describe('nights', () => {
  it('are those before the day of departure', () => {
    expect(nightsOf(stay('2026-06-30', '2026-07-02'))).toEqual(['2026-06-30', '2026-07-01']);
    expect(nightCount(stay('2026-07-02', '2026-07-02'))).toBe(0);
    expect(nightCount(stay('2026-07-02', '2026-07-01'))).toBe(0);
  });

  it('of two stays overlap, or meet at noon', () => {
    const one = stay('2026-07-01', '2026-07-04');
    expect(overlaps(one, stay('2026-07-03', '2026-07-05'))).toBe(true);
    expect(overlaps(one, stay('2026-07-04', '2026-07-05'))).toBe(false);
    expect(touches(one, stay('2026-07-04', '2026-07-05'))).toBe(true);
    expect(touches(one, stay('2026-07-05', '2026-07-06'))).toBe(false);
    expect(covers(week, one)).toBe(true);
    expect(covers(one, week)).toBe(false);
  });

  it('are marked in both directions', () => {
    expect(stayBetween('2026-07-03', '2026-07-05')).toEqual(stay('2026-07-03', '2026-07-06'));
    expect(stayBetween('2026-07-05', '2026-07-03')).toEqual(stay('2026-07-03', '2026-07-06'));
    expect(stayBetween('2026-07-03', '2026-07-03')).toEqual(stay('2026-07-03', '2026-07-04'));
  });

  it('move over the end of a month and a change of the clocks', () => {
    expect(movedBy(stay('2026-10-24', '2026-10-26'), 7)).toEqual(stay('2026-10-31', '2026-11-02'));
  });

  it('are held by one each', () => {
    const one = bookingOf({ id: 'a', start: '2026-06-25', end: '2026-06-30' });
    const other = bookingOf({ id: 'b', start: '2026-06-30', end: '2026-07-02' });
    const held = holders([one, other], week);
    expect([...held].map(([night, { id }]) => `${night} ${id}`)).toEqual([
      '2026-06-29 a',
      '2026-06-30 b',
      '2026-07-01 b',
    ]);
  });

  it('are of the day that it is at the place', () => {
    const instant = Date.UTC(2026, 6, 3, 23, 30);
    expect(dayIn('Europe/Berlin', instant)).toBe('2026-07-04');
    expect(dayIn('America/New_York', instant)).toBe('2026-07-03');
    expect(dayIn('Nowhere/Land', instant)).toMatch(/^2026-07-0[34]$/);
  });
});

describe('bars', () => {
  it('go from noon to noon', () => {
    const piece = pieceIn(week, stay('2026-06-30', '2026-07-02'));
    expect(piece).toEqual({ from: 1.5, to: 3.5, isFirst: true, isLast: true });
    expect(percentOf(1.75, week)).toBe('25%');
  });

  it.each([
    // Begins before, ends after, leaves on the first day, comes on the last.
    [stay('2026-06-20', '2026-07-01'), { from: 0, to: 2.5, isFirst: false, isLast: true }],
    [stay('2026-07-04', '2026-07-09'), { from: 5.5, to: 7, isFirst: true, isLast: false }],
    [stay('2026-06-20', '2026-06-29'), { from: 0, to: 0.5, isFirst: false, isLast: true }],
    [stay('2026-07-05', '2026-07-06'), { from: 6.5, to: 7, isFirst: true, isLast: false }],
    [stay('2026-06-01', '2026-08-01'), { from: 0, to: 7, isFirst: false, isLast: false }],
  ])('of %o end at the edges of the row', (days, piece) => {
    expect(pieceIn(week, days)).toEqual(piece);
  });

  it('are not drawn in other weeks', () => {
    expect(pieceIn(week, stay('2026-07-06', '2026-07-08'))).toBeUndefined();
    expect(pieceIn(week, stay('2026-06-20', '2026-06-28'))).toBeUndefined();
  });

  it('have one half of the day on which another comes', () => {
    const held = new Map([
      ['2026-07-01', 'Ada'],
      ['2026-07-02', 'Bo'],
    ]);
    expect(halvesOf('2026-07-02', '2026-07-01', held)).toEqual({ morning: 'Ada', evening: 'Bo' });
    expect(halvesOf('2026-07-01', '2026-06-30', held).morning).toBeUndefined();
  });
});

describe('a month', () => {
  it('has the whole weeks in which it lies', () => {
    expect(weeksAround('2026-07-15', 1).map((week) => week[0])).toEqual([
      '2026-06-29',
      '2026-07-06',
      '2026-07-13',
      '2026-07-20',
      '2026-07-27',
    ]);
    expect(daysAround('2026-07-15', 1)).toEqual(stay('2026-06-29', '2026-08-03'));
    expect(weeksAround('2026-02-10', 0)).toHaveLength(4);
  });
});
