// A recurrence rule (RFC 5545, 3.3.10) with all that it can say, whether or not the form has a field
// for it.

import { addDays, daysBetween, endOfMonth, weekday, type DateText } from '../../lib/dates';

export const frequencies = [
  'YEARLY',
  'MONTHLY',
  'WEEKLY',
  'DAILY',
  'HOURLY',
  'MINUTELY',
  'SECONDLY',
] as const;
export type Frequency = (typeof frequencies)[number];

export const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const;
export type Weekday = (typeof weekdays)[number];

// MO is every Monday (0), 2MO the second of the month or the year, -1FR the last Friday.
export interface OrdinalDay {
  ordinal: number;
  weekday: Weekday;
}

export interface Rule {
  frequency: Frequency;
  interval: number;
  // At most one of the two. `until` as it is written: 20261224, 20261224T170000 or 20261224T160000Z.
  count?: number;
  until?: string;
  bySecond: number[];
  byMinute: number[];
  byHour: number[];
  byDay: OrdinalDay[];
  byMonthDay: number[];
  byYearDay: number[];
  byWeekNumber: number[];
  byMonth: number[];
  bySetPosition: number[];
  weekStart: Weekday;
}

export type NumberPart =
  | 'bySecond'
  | 'byMinute'
  | 'byHour'
  | 'byMonthDay'
  | 'byYearDay'
  | 'byWeekNumber'
  | 'byMonth'
  | 'bySetPosition';

// What a rule is about: its first day and time.
export interface RuleStart {
  date: DateText;
  // "09:00" or "09:00:00"; not of whole days.
  time?: string | undefined;
  isAllDay: boolean;
  // The zone of the time, which is needed to say an end in UTC by the clock of the event.
  tzid?: string | null | undefined;
  // A later occurrence and not the first one: then a rule has to say itself what it otherwise takes
  // from the start.
  isLater?: boolean | undefined;
}

export function ruleOf(frequency: Frequency, parts: Partial<Rule> = {}): Rule {
  return {
    frequency,
    interval: 1,
    bySecond: [],
    byMinute: [],
    byHour: [],
    byDay: [],
    byMonthDay: [],
    byYearDay: [],
    byWeekNumber: [],
    byMonth: [],
    bySetPosition: [],
    weekStart: 'MO',
    ...parts,
  };
}

export const workdays: readonly Weekday[] = ['MO', 'TU', 'WE', 'TH', 'FR'];
export const weekendDays: readonly Weekday[] = ['SA', 'SU'];

export function weekdayOf(date: DateText): Weekday {
  return weekdays[(weekday(date) + 6) % 7] ?? 'MO';
}

export function weekdayIndex(day: Weekday): number {
  return weekdays.indexOf(day);
}

// The days of the week in the order of a week that starts on `first` (0 is Sunday).
export function weekFrom(first: number): Weekday[] {
  return weekdays.map((_, index) => weekdays[(first + 6 + index) % 7] ?? 'MO');
}

export function everyOf(days: readonly Weekday[]): OrdinalDay[] {
  return days.map((day) => ({ ordinal: 0, weekday: day }));
}

export function areDays(byDay: readonly OrdinalDay[], days: readonly Weekday[]): boolean {
  return (
    byDay.length === days.length &&
    byDay.every((day) => day.ordinal === 0 && days.includes(day.weekday))
  );
}

export function dayOfMonth(date: DateText): number {
  return Number(date.slice(8, 10));
}

export function monthOf(date: DateText): number {
  return Number(date.slice(5, 7));
}

// Which one of its weekday a day is within its month: 3 for the third Sunday.
export function ordinalInMonth(date: DateText): number {
  return Math.ceil(dayOfMonth(date) / 7);
}

export function isLastInMonth(date: DateText): boolean {
  return addDays(date, 7) > endOfMonth(date);
}

export function isLastDayOfMonth(date: DateText): boolean {
  return daysBetween(date, endOfMonth(date)) === 0;
}

// More than one occurrence on a day is possible.
export function isSubDaily(rule: Rule): boolean {
  if (['HOURLY', 'MINUTELY', 'SECONDLY'].includes(rule.frequency)) return true;
  return Math.max(rule.byHour.length, rule.byMinute.length, rule.bySecond.length) > 1;
}
