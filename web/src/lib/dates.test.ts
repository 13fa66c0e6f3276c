import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  addDays,
  addMonths,
  daysBetween,
  endOfMonth,
  formatDate,
  formatDay,
  formatMonths,
  formatShortDay,
  formatSpan,
  formatTime,
  isDate,
  monthGrid,
  nowTime,
  rangeOf,
  startOfMonth,
  startOfWeek,
  stepOf,
  titleOf,
  today,
  weekday,
  weekNumber,
} from './dates';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('arithmetic', () => {
  it.each([
    ['2026-11-15', 1, '2026-11-16'],
    ['2026-12-31', 1, '2027-01-01'],
    ['2024-02-28', 1, '2024-02-29'],
    ['2026-03-01', -1, '2026-02-28'],
    // The nights in which clocks change in Europe and America.
    ['2026-03-28', 2, '2026-03-30'],
    ['2026-11-01', 1, '2026-11-02'],
    ['0099-12-31', 1, '0100-01-01'],
    ['9999-12-31', 1, '9999-12-31'],
    ['0001-01-01', -1, '0001-01-01'],
  ])('%s and %i days is %s', (date, days, expected) => {
    expect(addDays(date, days)).toBe(expected);
  });

  it.each([
    ['2026-01-31', 1, '2026-02-28'],
    ['2024-01-31', 1, '2024-02-29'],
    ['2026-11-15', 2, '2027-01-15'],
    ['2026-01-15', -1, '2025-12-15'],
    ['2024-02-29', 12, '2025-02-28'],
  ])('%s and %i months is %s', (date, months, expected) => {
    expect(addMonths(date, months)).toBe(expected);
  });

  it('counts days', () => {
    expect(daysBetween('2026-03-01', '2026-04-01')).toBe(31);
    expect(daysBetween('2026-04-01', '2026-03-01')).toBe(-31);
  });

  it('knows weeks and months', () => {
    expect(weekday('2026-11-15')).toBe(0);
    expect(startOfWeek('2026-11-15', 0)).toBe('2026-11-15');
    expect(startOfWeek('2026-11-15', 1)).toBe('2026-11-09');
    expect(startOfWeek('2026-11-15', 6)).toBe('2026-11-14');
    expect(startOfMonth('2026-11-15')).toBe('2026-11-01');
    expect(endOfMonth('2024-02-03')).toBe('2024-02-29');
  });
});

it.each([
  ['2026-11-15', true],
  ['0001-01-01', true],
  ['2024-02-29', true],
  ['2026-02-29', false],
  ['2026-13-01', false],
  ['2026-1-1', false],
  ['0000-01-01', false],
  ['2026-11-15T00:00', false],
  ['', false],
])('%s is a date: %s', (text, expected) => {
  expect(isDate(text)).toBe(expected);
});

describe('views', () => {
  it('has six weeks in a month', () => {
    const grid = monthGrid('2026-11-15', 1);
    expect(grid).toHaveLength(42);
    expect([grid[0], grid[41]]).toEqual(['2026-10-26', '2026-12-06']);
    expect(rangeOf('month', '2026-11-15', 1)).toEqual({ from: grid[0], to: grid[41] });
  });

  it.each([
    ['week', '2026-11-09', '2026-11-15'],
    ['day', '2026-11-15', '2026-11-15'],
    ['list', '2026-11-15', '2026-12-12'],
    ['year', '2026-01-01', '2026-12-31'],
  ] as const)('shows these days in a %s', (view, from, to) => {
    expect(rangeOf(view, '2026-11-15', 1)).toEqual({ from, to });
  });

  it.each([
    ['month', '2026-12-15', '2026-10-15'],
    ['list', '2026-12-01', '2026-10-01'],
    ['week', '2026-11-22', '2026-11-08'],
    ['day', '2026-11-16', '2026-11-14'],
    ['year', '2027-11-15', '2025-11-15'],
  ] as const)('steps by a %s', (view, next, previous) => {
    expect(stepOf(view, '2026-11-15', 1)).toBe(next);
    expect(stepOf(view, '2026-11-15', -1)).toBe(previous);
  });

  it.each([
    ['month', '2026-11-15', 'November 2026'],
    ['list', '2026-11-15', 'November 2026'],
    ['week', '2026-11-15', '9 – 15 November 2026'],
    ['week', '2026-12-02', '30 November – 6 December 2026'],
    ['week', '2026-12-31', '28 December 2026 – 3 January 2027'],
    ['day', '2026-11-15', 'Sunday, 15 November 2026'],
    ['year', '2026-11-15', '2026'],
  ] as const)('calls a %s with %s "%s"', (view, date, title) => {
    vi.stubGlobal('navigator', { language: 'en-GB' });
    expect(titleOf(view, date, 1)).toBe(title);
  });

  it.each([
    ['month', '2026-11-15', 'November 2026'],
    ['week', '2026-11-18', '16 – 22 Nov 2026'],
    ['week', '2026-12-31', '28 Dec 2026 – 3 Jan 2027'],
    ['day', '2026-11-18', 'Wed, 18 Nov 2026'],
  ] as const)('calls a %s with %s "%s" where there is little room', (view, date, title) => {
    vi.stubGlobal('navigator', { language: 'en-GB' });
    expect(titleOf(view, date, 1, 'short')).toBe(title);
  });
});

describe('texts', () => {
  it('follows the order of the browser', () => {
    vi.stubGlobal('navigator', { language: 'en-US' });
    expect(formatDate('2026-11-17', 'short')).toBe('Nov 17');
    expect(formatDate('2026-11-17', 'medium')).toBe('Nov 17, 2026');
    expect(formatDate('2026-11-17', 'long')).toBe('Tuesday, November 17, 2026');
    expect(titleOf('week', '2026-11-15', 0)).toBe('November 15 – 21, 2026');
  });

  it('speaks English in other languages and without a browser', () => {
    for (const navigator of [{ language: 'fr-FR' }, undefined]) {
      vi.stubGlobal('navigator', navigator);
      expect(formatDate('2026-11-17', 'short')).toBe('17 Nov');
      expect(formatDate('2026-11-17', 'medium')).toBe('17 Nov 2026');
      expect(formatDate('2026-11-17', 'long')).toBe('Tuesday, 17 November 2026');
    }
  });

  it('puts weekday and year where the language has them', () => {
    vi.stubGlobal('navigator', { languages: ['zh-CN'] });
    expect(formatDate('2026-11-17', 'long')).toBe('2026年11月17日星期二');
    expect(formatShortDay('2026-11-17')).toBe('11月17日周二');
    expect(formatSpan('2026-07-03', '2026-07-06')).toBe('2026年7月3日 – 7月6日');
    expect(formatMonths('2026-07-01', '2026-08-01')).toBe('2026年7月 – 8月');
    vi.stubGlobal('navigator', { languages: ['de-DE'] });
    expect(formatDate('2026-11-17', 'long')).toBe('Dienstag, 17. November 2026');
    expect(formatMonths('2026-07-01', '2026-08-01')).toBe('Juli – August 2026');
    vi.stubGlobal('navigator', { languages: ['en-US'] });
    expect(formatShortDay('2026-11-17')).toBe('Tue Nov 17');
  });

  it('says the year when it is not this one', () => {
    vi.useFakeTimers({ now: new Date(2026, 10, 15, 14, 5) });
    vi.stubGlobal('navigator', { language: 'en-GB' });
    expect(formatDay('2026-11-17')).toBe('Tuesday, 17 November');
    expect(formatDay('2027-11-17')).toBe('Wednesday, 17 November 2027');
    expect(today()).toBe('2026-11-15');
    expect(nowTime()).toBe('14:05');
  });

  it.each([
    ['09:00:00', false, '9:00'],
    ['13:30', false, '13:30'],
    ['00:00:00', false, '0:00'],
    ['09:00:00', true, '9 am'],
    ['13:30:00', true, '1:30 pm'],
    ['00:15:00', true, '12:15 am'],
    ['12:00:00', true, '12 pm'],
  ])('%s with twelve hours %s is %s', (time, hour12, expected) => {
    expect(formatTime(time, hour12)).toBe(expected);
  });

  it.each([
    ['en-US', '13:30', '1:30 PM'],
    ['en-US', '09:00:00', '9 AM'],
    ['en-US', '00:05', '12:05 AM'],
    ['en-GB', '21:00', '9 pm'],
    ['de-DE', '21:00', '9 PM'],
  ])('half days are written as in %s: %s is %s', (language, time, expected) => {
    vi.stubGlobal('navigator', { language });
    expect(formatTime(time, true)).toBe(expected);
  });
});

describe('the number of a week', () => {
  it.each([
    // ISO 8601, where weeks begin on Monday.
    ['2026-01-01', 1, 1],
    ['2025-12-29', 1, 1],
    ['2026-11-17', 1, 47],
    ['2026-12-31', 1, 53],
    ['2027-01-03', 1, 53],
    ['2027-01-04', 1, 1],
    ['2024-12-30', 1, 1],
    ['2021-01-03', 1, 53],
    // Where they begin on Sunday or Saturday, 1 January is in week 1.
    ['2026-01-01', 0, 1],
    ['2025-12-28', 0, 1],
    ['2025-12-27', 0, 52],
    ['2026-01-04', 0, 2],
    ['2026-11-17', 0, 47],
    ['2027-01-01', 6, 1],
    ['2027-01-02', 6, 2],
  ])('of %s, with weeks from %i on, is %i', (date, firstDay, number) => {
    expect(weekNumber(date, firstDay)).toBe(number);
  });
});
