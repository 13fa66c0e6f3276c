// The days of a rule in words. A rule with one condition ("the last Friday", "day 15") has a phrase
// of its own for each frequency; several conditions are said one after the other.

import { t } from '../../lib/messages';
import {
  dayOfMonth,
  monthOf,
  weekdayOf,
  type Rule,
  type RuleStart,
  type Weekday,
} from './rule_model';
import {
  dateInWords,
  daysInWords,
  isPossibleDay,
  joined,
  kindOfDays,
  listed,
  monthDaysInWords,
  monthName,
  monthsInWords,
  ordinalDaysInWords,
  ordinalInWords,
  weekdayName,
  weeksInWords,
  yearDaysInWords,
} from './rule_word_parts';

export interface DayWords {
  // In place of "Every day": "Every weekday".
  whole?: string;
  rest: string;
  // BYSETPOS is said in it.
  hasPositions?: boolean;
}

export function dayWords(rule: Rule, start: RuleStart): DayWords {
  switch (rule.frequency) {
    case 'YEARLY':
    case 'MONTHLY':
      return longPeriod(rule, start);
    case 'WEEKLY':
      return weekly(rule, start);
    default:
      return limits(rule);
  }
}

function plainDays(rule: Rule): Weekday[] | undefined {
  const isPlain = rule.byDay.length > 0 && rule.byDay.every((day) => day.ordinal === 0);
  return isPlain ? rule.byDay.map((day) => day.weekday) : undefined;
}

function inMonths(rule: Rule): string {
  if (rule.byMonth.length === 0) return '';
  return t.recurrence.rule.inMonths({ months: monthsInWords(rule.byMonth) });
}

// Weeks.

function weekly(rule: Rule, start: RuleStart): DayWords {
  const days = plainDays(rule) ?? [weekdayOf(start.date)];
  const kind = kindOfDays(days);
  const months = inMonths(rule);
  if (rule.interval === 1 && (kind === 'weekday' || kind === 'day')) {
    return { whole: t.recurrence.rule.everyKind[kind](), rest: months };
  }
  if (kind === 'day') return { rest: joined(t.recurrence.rule.onEveryDay(), months) };
  if (kind === 'weekday') return { rest: joined(t.recurrence.rule.mondayToFriday(), months) };
  return { rest: joined(t.recurrence.rule.onDays({ days: daysInWords(days) }), months) };
}

// Days, hours, minutes and seconds: all parts leave something out.

function limits(rule: Rule): DayWords {
  const days = plainDays(rule);
  const kind = days && kindOfDays(days);
  const months = inMonths(rule);
  const conditions: string[] = [];
  if (rule.byMonthDay.length > 0) {
    const numbered = monthDaysInWords(rule.byMonthDay);
    conditions.push(t.recurrence.rule.onMonthDaysOfMonth({ days: numbered }));
  }
  if (rule.byYearDay.length > 0) {
    conditions.push(t.recurrence.rule.onYearDays({ days: yearDaysInWords(rule.byYearDay) }));
  }
  if (days && rule.frequency === 'DAILY' && rule.interval === 1) {
    const whole = kind
      ? t.recurrence.rule.everyKind[kind]()
      : t.recurrence.rule.everyDays({ days: daysInWords(days) });
    return { whole, rest: joined(months, onlyWords(conditions)) };
  }
  if (days) conditions.unshift(kind ? t.recurrence.rule.onKinds[kind]() : onPluralDays(days));
  return { rest: joined(months, onlyWords(conditions)) };
}

function onlyWords(conditions: readonly string[]): string {
  if (conditions.length === 0) return '';
  return t.recurrence.rule.only({ conditions: listed(conditions) });
}

function onPluralDays(days: readonly Weekday[]): string {
  const names = days.map((day) => t.recurrence.rule.plural({ day: weekdayName(day) }));
  return t.recurrence.rule.onPluralDays({ days: listed(names) });
}

// Months and years.

function longPeriod(rule: Rule, start: RuleStart): DayWords {
  const conditions = [rule.byDay, rule.byMonthDay, rule.byYearDay].filter(
    (part) => part.length > 0,
  ).length;
  const chosen = positions(rule);
  if (chosen) return chosen;
  if (conditions > 1) return { rest: joined(allConditions(rule), weeksOf(rule), inMonths(rule)) };
  if (rule.byYearDay.length > 0) {
    const days = t.recurrence.rule.onYearDays({ days: yearDaysInWords(rule.byYearDay) });
    return { rest: joined(days, onlyInWeeks(rule), onlyInMonths(rule)) };
  }
  if (rule.byDay.length > 0) return byWeekday(rule);
  if (rule.byMonthDay.length > 0) return { rest: byMonthDay(rule, rule.byMonthDay) };
  if (rule.byWeekNumber.length > 0) {
    const days = t.recurrence.rule.onDays({ days: weekdayName(weekdayOf(start.date)) });
    return { rest: joined(days, weeksOf(rule), onlyInMonths(rule)) };
  }
  const asStart = { ...rule, byMonth: rule.byMonth };
  if (rule.frequency === 'YEARLY' && rule.byMonth.length === 0) {
    asStart.byMonth = [monthOf(start.date)];
  }
  return { rest: byMonthDay(asStart, [dayOfMonth(start.date)]) };
}

function weeksOf(rule: Rule): string {
  if (rule.byWeekNumber.length === 0) return '';
  return t.recurrence.rule.inWeeks({ weeks: weeksInWords(rule.byWeekNumber) });
}

function onlyInWeeks(rule: Rule): string {
  if (rule.byWeekNumber.length === 0) return '';
  return t.recurrence.rule.onlyInWeeks({ weeks: weeksInWords(rule.byWeekNumber) });
}

function onlyInMonths(rule: Rule): string {
  if (rule.byMonth.length === 0) return '';
  return t.recurrence.rule.onlyInMonths({ months: monthsInWords(rule.byMonth) });
}

// "on every day that is a Friday and day 13 of the month".
function allConditions(rule: Rule): string {
  const conditions: string[] = [];
  const days = plainDays(rule);
  if (days) conditions.push(isOneOf(days));
  else if (rule.byDay.length > 0) {
    const numbered = { days: ordinalDaysInWords(rule.byDay, 'or') };
    const isOfYear = rule.frequency === 'YEARLY' && rule.byMonth.length === 0;
    conditions.push(
      isOfYear ? t.recurrence.rule.ofYear(numbered) : t.recurrence.rule.ofMonth(numbered),
    );
  }
  if (rule.byMonthDay.length > 0) {
    conditions.push(t.recurrence.rule.ofMonth({ days: monthDaysInWords(rule.byMonthDay, 'or') }));
  }
  if (rule.byYearDay.length > 0) {
    conditions.push(t.recurrence.rule.ofYear({ days: yearDaysInWords(rule.byYearDay, 'or') }));
  }
  const all = conditions.reduce((first, then) => t.recurrence.rule.bothConditions({ first, then }));
  return t.recurrence.rule.conditions({ conditions: all });
}

function isOneOf(days: readonly Weekday[]): string {
  const kind = kindOfDays(days);
  if (kind) return t.recurrence.rule.isKind[kind]();
  return t.recurrence.rule.isDay({ days: daysInWords(days, 'or') });
}

function byWeekday(rule: Rule): DayWords {
  const days = plainDays(rule);
  const weeks = weeksOf(rule);
  if (days && weeks !== '') {
    const named = t.recurrence.rule.onDays({ days: daysInWords(days) });
    return { rest: joined(named, weeks, onlyInMonths(rule)) };
  }
  if (days) {
    const kind = kindOfDays(days);
    const every = kind
      ? t.recurrence.rule.onEveryKind[kind]()
      : t.recurrence.rule.onEveryOf({ days: daysInWords(days) });
    return { rest: joined(every, inMonths(rule)) };
  }
  const numbered = { days: ordinalDaysInWords(rule.byDay) };
  if (rule.frequency === 'MONTHLY') {
    return { rest: joined(t.recurrence.rule.onOrdinalDays(numbered), inMonths(rule)) };
  }
  if (rule.byMonth.length === 0) return { rest: t.recurrence.rule.onOrdinalDaysOfYear(numbered) };
  const ofMonths = { ...numbered, months: monthsInWords(rule.byMonth) };
  const rest =
    rule.byMonth.length > 1
      ? t.recurrence.rule.onOrdinalDaysOfEach(ofMonths)
      : t.recurrence.rule.onOrdinalDaysOf(ofMonths);
  return { rest };
}

function byMonthDay(rule: Rule, days: readonly number[]): string {
  const isYearly = rule.frequency === 'YEARLY';
  const [month] = rule.byMonth;
  const isPossible = (day: number) => month !== undefined && isPossibleDay(month, day);
  if (isYearly && rule.byMonth.length === 1 && month !== undefined && days.every(isPossible)) {
    return onDates(days.map((day) => dateInWords(undefined, month, day))) + leapYears(month, days);
  }
  const [day] = days;
  if (isYearly && days.length === 1 && day !== undefined && day > 0 && day <= 28) {
    if (rule.byMonth.length > 0) {
      return onDates(rule.byMonth.map((one) => dateInWords(undefined, one, day)));
    }
  }
  const numbered = { days: monthDaysInWords(days) };
  const where = monthsThatHaveIt(rule, days);
  if (!isYearly) return joined(t.recurrence.rule.onMonthDays(numbered), inMonths(rule)) + where;
  if (rule.byMonth.length === 0) return t.recurrence.rule.onDaysOfEveryMonth(numbered) + where;
  return t.recurrence.rule.onDaysOf({ ...numbered, months: monthsInWords(rule.byMonth) }) + where;
}

function onDates(dates: readonly string[]): string {
  return t.recurrence.rule.onDates({ dates: listed(dates) });
}

function leapYears(month: number, days: readonly number[]): string {
  if (month !== 2 || !days.includes(29)) return '';
  return days.length === 1 ? t.recurrence.rule.leapYears() : t.recurrence.rule.leapDay();
}

// Days that shorter months do not have are left out there.
function monthsThatHaveIt(rule: Rule, days: readonly number[]): string {
  const months = rule.byMonth.length > 0 ? rule.byMonth : [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
  const shortest = (month: number) => (month === 2 ? 28 : isPossibleDay(month, 31) ? 31 : 30);
  const isMissing = days.some((day) => months.some((month) => Math.abs(day) > shortest(month)));
  if (!isMissing) return '';
  return t.recurrence.rule.whereItIs({ count: days.length });
}

// BYSETPOS among days: "on the last weekday", "on the first day that is a Monday or Thursday". Only
// where the times of a day do not count as well.
function positions(rule: Rule): DayWords | undefined {
  const { bySetPosition, byHour, byMinute, bySecond } = rule;
  const days = plainDays(rule);
  if (bySetPosition.length === 0 || !days) return undefined;
  if (rule.byMonthDay.length + rule.byYearDay.length + rule.byWeekNumber.length > 0) {
    return undefined;
  }
  if (Math.max(byHour.length, byMinute.length, bySecond.length) > 1) return undefined;
  const isYearly = rule.frequency === 'YEARLY';
  if (isYearly && rule.byMonth.length > 1) return undefined;
  const which = listed(bySetPosition.map(ordinalInWords));
  const words = chosenDays(days, which);
  if (!isYearly) return { rest: joined(words, inMonths(rule)), hasPositions: true };
  const [month] = rule.byMonth;
  const of =
    month === undefined
      ? t.recurrence.rule.ofTheYear()
      : t.recurrence.rule.ofMonthName({ month: monthName(month) });
  return { rest: joined(words, of), hasPositions: true };
}

function chosenDays(days: readonly Weekday[], which: string): string {
  const kind = kindOfDays(days);
  if (kind) return t.recurrence.rule.ordinalKind[kind]({ which });
  const [day] = days;
  if (days.length === 1 && day)
    return t.recurrence.rule.ordinalOne({ which, day: weekdayName(day) });
  return t.recurrence.rule.ordinalAmong({ which, days: daysInWords(days, 'or') });
}
