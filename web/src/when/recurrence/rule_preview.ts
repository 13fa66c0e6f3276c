// The first days of a rule, for the common ones: those that come at most once a day and do not count
// weeks. The server is who says when something really is; this is for looking at while choosing.

import {
  addDays,
  addMonths,
  daysBetween,
  endOfMonth,
  startOfWeek,
  type DateText,
} from '../../lib/dates';
import {
  dayOfMonth,
  isSubDaily,
  monthOf,
  weekdayIndex,
  weekdayOf,
  type OrdinalDay,
  type Rule,
  type RuleStart,
} from './rule_model';
import { utcOf } from '../zones/zones';

// A rule that gives nothing for so many days or periods is not worth waiting for.
const maxSteps = 20_000;
const maxYears = 400;

export interface PreviewOptions {
  limit: number;
  // The first day of interest; the start itself, if it is left out.
  from?: DateText;
  // Days that were taken out of the series.
  without?: readonly DateText[];
  // The last day of a series that was ended.
  lastDay?: DateText | undefined;
}

// The first days of the rule. Undefined when it is none of the common ones.
export function previewOf(
  rule: Rule,
  start: RuleStart,
  { limit, from = start.date, without = [], lastDay = '9999-12-31' }: PreviewOptions,
): DateText[] | undefined {
  if (!isCommon(rule)) return undefined;
  const found: DateText[] = [];
  let left = rule.count ?? Infinity;
  let steps = 0;
  for (let index = 0; ; index++) {
    const period = periodOf(rule, start.date, index);
    steps += period.length;
    if (steps > maxSteps) return found.length > 0 ? found : undefined;
    if (isFarAhead(period[0], start.date)) return found;
    const allowed = period.filter((day) => isAllowed(rule, start.date, day));
    for (const day of chosenOf(rule, allowed)) {
      if (day < start.date) continue;
      if (left-- <= 0 || day > lastDay || isAfterEnd(rule, start, day)) return found;
      if (day >= from && !without.includes(day)) found.push(day);
      if (found.length === limit) return found;
    }
  }
}

export function isCommon(rule: Rule): boolean {
  return (
    !isSubDaily(rule) &&
    rule.byHour.length + rule.byMinute.length + rule.bySecond.length === 0 &&
    rule.byWeekNumber.length === 0
  );
}

function isFarAhead(day: DateText | undefined, start: DateText): boolean {
  if (day === undefined) return false;
  const year = Number(day.slice(0, 4));
  return year >= 9999 || year - Number(start.slice(0, 4)) > maxYears;
}

// The days among which the rule chooses in its period number `index`, counted from that of the start.
function periodOf(rule: Rule, start: DateText, index: number): DateText[] {
  const step = index * rule.interval;
  switch (rule.frequency) {
    case 'WEEKLY': {
      const first = startOfWeek(start, (weekdayIndex(rule.weekStart) + 1) % 7);
      return daysFrom(addDays(first, step * 7), 7);
    }
    case 'MONTHLY':
      return daysOfMonth(addMonths(`${start.slice(0, 7)}-01`, step));
    case 'YEARLY': {
      const year = addMonths(`${start.slice(0, 4)}-01-01`, step * 12);
      return monthsOf(rule, start).flatMap((month) => daysOfMonth(addMonths(year, month - 1)));
    }
    default:
      return [addDays(start, step)];
  }
}

function daysFrom(first: DateText, count: number): DateText[] {
  return Array.from({ length: count }, (_, index) => addDays(first, index));
}

function daysOfMonth(first: DateText): DateText[] {
  return daysFrom(first, daysBetween(first, endOfMonth(first)) + 1);
}

function monthsOf(rule: Rule, start: DateText): number[] {
  if (rule.byMonth.length > 0) return rule.byMonth;
  if (!hasDayPart(rule)) return [monthOf(start)];
  return [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
}

function hasDayPart(rule: Rule): boolean {
  return rule.byDay.length + rule.byMonthDay.length + rule.byYearDay.length > 0;
}

// Every part has to allow the day; what the rule leaves open is as in the start.
function isAllowed(rule: Rule, start: DateText, day: DateText): boolean {
  const { byMonth, byMonthDay, byYearDay, byDay, frequency } = rule;
  if (byMonth.length > 0 && !byMonth.includes(monthOf(day))) return false;
  if (!hasDayPart(rule)) {
    if (frequency === 'DAILY') return true;
    if (frequency === 'WEEKLY') return weekdayOf(day) === weekdayOf(start);
    return dayOfMonth(day) === dayOfMonth(start);
  }
  if (byMonthDay.length > 0 && !isListed(byMonthDay, monthPlace(day))) return false;
  if (byYearDay.length > 0 && !isListed(byYearDay, yearPlace(day))) return false;
  if (byDay.length === 0) return true;
  const isInYear = frequency === 'YEARLY' && byMonth.length === 0;
  return byDay.some((one) => isDay(one, day, isInYear ? yearPlace(day) : monthPlace(day)));
}

// Where a day is in its month or year, counted from either end.
interface Place {
  fromStart: number;
  fromEnd: number;
}

function monthPlace(day: DateText): Place {
  return { fromStart: dayOfMonth(day), fromEnd: daysBetween(day, endOfMonth(day)) + 1 };
}

function yearPlace(day: DateText): Place {
  const year = day.slice(0, 4);
  return {
    fromStart: daysBetween(`${year}-01-01`, day) + 1,
    fromEnd: daysBetween(day, `${year}-12-31`) + 1,
  };
}

function isListed(numbers: readonly number[], { fromStart, fromEnd }: Place): boolean {
  return numbers.includes(fromStart) || numbers.includes(-fromEnd);
}

function isDay({ ordinal, weekday }: OrdinalDay, day: DateText, place: Place): boolean {
  if (weekdayOf(day) !== weekday) return false;
  if (ordinal === 0) return true;
  return ordinal > 0
    ? Math.ceil(place.fromStart / 7) === ordinal
    : Math.ceil(place.fromEnd / 7) === -ordinal;
}

function chosenOf(rule: Rule, days: DateText[]): DateText[] {
  if (rule.bySetPosition.length === 0) return days;
  const places = rule.bySetPosition.map((at) => (at > 0 ? at - 1 : days.length + at));
  return days.filter((_, index) => places.includes(index));
}

function isAfterEnd(rule: Rule, start: RuleStart, day: DateText): boolean {
  const { until } = rule;
  if (until === undefined) return false;
  const date = `${until.slice(0, 4)}-${until.slice(4, 6)}-${until.slice(6, 8)}`;
  if (start.isAllDay || until.length === 8 || start.time === undefined) return day > date;
  const time = start.time.length === 5 ? `${start.time}:00` : start.time;
  const wall = `${day}T${time}`;
  const isInUtc = until.endsWith('Z') && start.tzid;
  const at = isInUtc ? utcOf(wall, start.tzid ?? 'UTC') : `${wall}Z`;
  return at > `${date}T${until.slice(9, 11)}:${until.slice(11, 13)}:${until.slice(13, 15)}Z`;
}
