// The days of a rule in words. A rule with one condition ("the last Friday", "day 15") has a phrase
// of its own for each frequency; several conditions are said one after the other.

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
  kindOfDays,
  listed,
  monthDaysInWords,
  monthName,
  monthsInWords,
  ordinalDaysInWords,
  ordinalInWords,
  weekdayName,
  weeksInWords,
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
  return rule.byMonth.length === 0 ? '' : `in ${monthsInWords(rule.byMonth)}`;
}

function spaced(...parts: string[]): string {
  return parts
    .filter((part) => part !== '')
    .join(' ')
    .replaceAll(' ,', ',');
}

// Weeks.

function weekly(rule: Rule, start: RuleStart): DayWords {
  const days = plainDays(rule) ?? [weekdayOf(start.date)];
  const kind = kindOfDays(days);
  const months = inMonths(rule);
  if (rule.interval === 1 && (kind === 'weekday' || kind === 'day')) {
    return { whole: `Every ${kind}`, rest: months };
  }
  if (kind === 'day') return { rest: spaced('on every day', months) };
  if (kind === 'weekday') return { rest: spaced('from Monday to Friday', months) };
  return { rest: spaced(`on ${daysInWords(days)}`, months) };
}

// Days, hours, minutes and seconds: all parts leave something out.

function limits(rule: Rule): DayWords {
  const days = plainDays(rule);
  const months = inMonths(rule);
  const conditions: string[] = [];
  if (rule.byMonthDay.length > 0) {
    conditions.push(`on ${monthDaysInWords(rule.byMonthDay)} of the month`);
  }
  if (rule.byYearDay.length > 0) conditions.push(`on ${yearDays(rule, 'and')}`);
  if (days && rule.frequency === 'DAILY' && rule.interval === 1) {
    const whole = `Every ${kindOfDays(days) ?? daysInWords(days)}`;
    return { whole, rest: spaced(months, onlyWords(conditions)) };
  }
  if (days) conditions.unshift(`on ${kindOfDays(days) ? pluralOf(days) : namesOf(days)}`);
  return { rest: spaced(months, onlyWords(conditions)) };
}

function onlyWords(conditions: readonly string[]): string {
  return conditions.length === 0 ? '' : `only ${listed(conditions)}`;
}

function pluralOf(days: readonly Weekday[]): string {
  return `${kindOfDays(days)}s`;
}

function namesOf(days: readonly Weekday[]): string {
  return listed(days.map((day) => `${weekdayName(day)}s`));
}

// Months and years.

function longPeriod(rule: Rule, start: RuleStart): DayWords {
  const conditions = [rule.byDay, rule.byMonthDay, rule.byYearDay].filter(
    (part) => part.length > 0,
  ).length;
  const chosen = positions(rule);
  if (chosen) return chosen;
  if (conditions > 1) return { rest: spaced(allConditions(rule), weeksOf(rule), inMonths(rule)) };
  if (rule.byYearDay.length > 0) {
    return { rest: spaced(`on ${yearDays(rule, 'and')}`, onlyInWeeks(rule), onlyInMonths(rule)) };
  }
  if (rule.byDay.length > 0) return byWeekday(rule);
  if (rule.byMonthDay.length > 0) return { rest: byMonthDay(rule, rule.byMonthDay) };
  if (rule.byWeekNumber.length > 0) {
    const day = weekdayName(weekdayOf(start.date));
    return { rest: spaced(`on ${day}`, weeksOf(rule), onlyInMonths(rule)) };
  }
  const asStart = { ...rule, byMonth: rule.byMonth };
  if (rule.frequency === 'YEARLY' && rule.byMonth.length === 0) {
    asStart.byMonth = [monthOf(start.date)];
  }
  return { rest: byMonthDay(asStart, [dayOfMonth(start.date)]) };
}

function weeksOf(rule: Rule): string {
  return rule.byWeekNumber.length === 0 ? '' : `in ${weeksInWords(rule.byWeekNumber)}`;
}

function onlyInWeeks(rule: Rule): string {
  return rule.byWeekNumber.length === 0 ? '' : `, only in ${weeksInWords(rule.byWeekNumber)}`;
}

function onlyInMonths(rule: Rule): string {
  return rule.byMonth.length === 0 ? '' : `, only in ${monthsInWords(rule.byMonth)}`;
}

// "day 100 of the year", "the last day of the year".
function yearDays(rule: Rule, last: 'and' | 'or'): string {
  return `${monthDaysInWords(rule.byYearDay, last)} of the year`;
}

// "on every day that is a Friday and day 13 of the month".
function allConditions(rule: Rule): string {
  const conditions: string[] = [];
  const days = plainDays(rule);
  if (days) conditions.push(`a ${kindOfDays(days) ?? daysInWords(days, 'or')}`);
  else if (rule.byDay.length > 0) {
    conditions.push(`${ordinalDaysInWords(rule.byDay, 'or')} ${ofPeriod(rule)}`);
  }
  if (rule.byMonthDay.length > 0) {
    conditions.push(`${monthDaysInWords(rule.byMonthDay, 'or')} of the month`);
  }
  if (rule.byYearDay.length > 0) conditions.push(yearDays(rule, 'or'));
  return `on every day that is ${conditions.join(' and ')}`;
}

// What numbered days are counted in.
function ofPeriod(rule: Rule): string {
  return rule.frequency === 'YEARLY' && rule.byMonth.length === 0 ? 'of the year' : 'of the month';
}

function byWeekday(rule: Rule): DayWords {
  const days = plainDays(rule);
  const weeks = weeksOf(rule);
  if (days && weeks !== '') {
    return { rest: spaced(`on ${daysInWords(days)}`, weeks, onlyInMonths(rule)) };
  }
  if (days) {
    const kind = kindOfDays(days);
    return { rest: spaced(`on every ${kind ?? daysInWords(days)}`, inMonths(rule)) };
  }
  const words = `on ${ordinalDaysInWords(rule.byDay)}`;
  if (rule.frequency === 'MONTHLY') return { rest: spaced(words, inMonths(rule)) };
  if (rule.byMonth.length === 0) return { rest: spaced(words, 'of the year') };
  const isEach = rule.byMonth.length > 1 ? 'each of ' : '';
  return { rest: spaced(words, `of ${isEach}${monthsInWords(rule.byMonth)}`) };
}

function byMonthDay(rule: Rule, days: readonly number[]): string {
  const isYearly = rule.frequency === 'YEARLY';
  const [month] = rule.byMonth;
  const isPossible = (day: number) => month !== undefined && isPossibleDay(month, day);
  if (isYearly && rule.byMonth.length === 1 && month !== undefined && days.every(isPossible)) {
    return `on ${listed(days.map((day) => dateInWords(undefined, month, day)))}${leapYears(month, days)}`;
  }
  const [day] = days;
  if (isYearly && days.length === 1 && day !== undefined && day > 0 && day <= 28) {
    if (rule.byMonth.length > 0) {
      return `on ${listed(rule.byMonth.map((one) => dateInWords(undefined, one, day)))}`;
    }
  }
  const words = `on ${monthDaysInWords(days)}`;
  const where = monthsThatHaveIt(rule, days);
  if (!isYearly) return spaced(words, inMonths(rule)) + where;
  if (rule.byMonth.length === 0) return `${words} of every month${where}`;
  return `${words} of ${listed(rule.byMonth.map(monthName))}${where}`;
}

function leapYears(month: number, days: readonly number[]): string {
  if (month !== 2 || !days.includes(29)) return '';
  return days.length === 1 ? ', in leap years only' : ', the 29th in leap years only';
}

// Days that shorter months do not have are left out there.
function monthsThatHaveIt(rule: Rule, days: readonly number[]): string {
  const months = rule.byMonth.length > 0 ? rule.byMonth : [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
  const shortest = (month: number) => (month === 2 ? 28 : isPossibleDay(month, 31) ? 31 : 30);
  const isMissing = days.some((day) => months.some((month) => Math.abs(day) > shortest(month)));
  if (!isMissing) return '';
  return `, where the month has ${days.length === 1 ? 'it' : 'them'}`;
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
  const kind = kindOfDays(days) ?? `day that is a ${daysInWords(days, 'or')}`;
  const words = `on the ${which} ${kind}`;
  if (!isYearly) return { rest: spaced(words, inMonths(rule)), hasPositions: true };
  const [month] = rule.byMonth;
  const of = month === undefined ? 'of the year' : `of ${monthName(month)}`;
  return { rest: spaced(words, of), hasPositions: true };
}
