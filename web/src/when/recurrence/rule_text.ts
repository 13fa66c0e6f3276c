// Reads and prints rules as RFC 5545 writes them, by the rules of the server: any case and order of
// parts in, one canonical text out. What is wrong is said before anything is sent.

import { newPlannerEventLimits } from '../../lib/api_limits';
import { isDate } from '../../lib/dates';
import { t } from '../../lib/messages';
import {
  frequencies,
  ruleOf,
  weekdayIndex,
  weekdays,
  type Frequency,
  type NumberPart,
  type OrdinalDay,
  type Rule,
  type Weekday,
} from './rule_model';
import { enumerated, listed } from './rule_word_parts';

export type ParsedRule =
  { rule: Rule; problem?: undefined } | { rule?: undefined; problem: string };

interface NumberRange {
  name: string;
  part: NumberPart;
  min: number;
  max: number;
  // Whether -max to -min count from the end.
  fromEnd: boolean;
}

// In the order of the grammar, where BYDAY stands behind the first three.
const numberParts: readonly NumberRange[] = [
  { name: 'BYSECOND', part: 'bySecond', min: 0, max: 60, fromEnd: false },
  { name: 'BYMINUTE', part: 'byMinute', min: 0, max: 59, fromEnd: false },
  { name: 'BYHOUR', part: 'byHour', min: 0, max: 23, fromEnd: false },
  { name: 'BYMONTHDAY', part: 'byMonthDay', min: 1, max: 31, fromEnd: true },
  { name: 'BYYEARDAY', part: 'byYearDay', min: 1, max: 366, fromEnd: true },
  { name: 'BYWEEKNO', part: 'byWeekNumber', min: 1, max: 53, fromEnd: true },
  { name: 'BYMONTH', part: 'byMonth', min: 1, max: 12, fromEnd: false },
  { name: 'BYSETPOS', part: 'bySetPosition', min: 1, max: 366, fromEnd: true },
];
const partsBeforeByDay = 3;
const { maxLength } = newPlannerEventLimits.rrule;
const maxNumber = 999_999_999;
const maxOrdinal = 53;
const maxShown = 40;

class RuleProblem extends Error {}

export function parseRule(text: string): ParsedRule {
  try {
    const rule = readRule(
      text
        .trim()
        .toUpperCase()
        .replace(/^RRULE:/, ''),
    );
    checkTogether(rule);
    return { rule };
  } catch (error) {
    if (error instanceof RuleProblem) return { problem: error.message };
    throw error;
  }
}

// The rule if it is one.
export function ruleFrom(text: string): Rule | undefined {
  return parseRule(text).rule;
}

export function textOfRule(rule: Rule): string {
  const parts = [`FREQ=${rule.frequency}`];
  if (rule.until !== undefined) parts.push(`UNTIL=${rule.until}`);
  if (rule.count !== undefined) parts.push(`COUNT=${rule.count}`);
  if (rule.interval !== 1) parts.push(`INTERVAL=${rule.interval}`);
  numberParts.forEach(({ name, part }, index) => {
    if (index === partsBeforeByDay && rule.byDay.length > 0) {
      parts.push(`BYDAY=${sortedDays(rule.byDay).map(textOfDay).join(',')}`);
    }
    if (rule[part].length > 0) parts.push(`${name}=${sortedNumbers(rule[part]).join(',')}`);
  });
  if (rule.weekStart !== 'MO') parts.push(`WKST=${rule.weekStart}`);
  return parts.join(';');
}

// Whether two texts are the same rule; what is none is only the same as itself.
export function isSameRule(left: string | undefined, right: string | undefined): boolean {
  const canonical = (text = '') => {
    const rule = text === '' ? undefined : ruleFrom(text);
    return rule ? textOfRule(rule) : text;
  };
  return canonical(left) === canonical(right);
}

function textOfDay({ ordinal, weekday }: OrdinalDay): string {
  return `${ordinal === 0 ? '' : ordinal}${weekday}`;
}

function readRule(text: string): Rule {
  if (text.length > maxLength) {
    throw new RuleProblem(
      t.recurrence.text.tooLong({ length: String(text.length), max: String(maxLength) }),
    );
  }
  const rule = ruleOf('DAILY');
  const seen = new Set<string>();
  for (const part of text.replace(/;$/, '').split(';')) {
    const equals = part.indexOf('=');
    if (equals < 1) {
      throw new RuleProblem(t.recurrence.text.noPart({ part: part.slice(0, maxShown) }));
    }
    const name = part.slice(0, equals);
    if (seen.has(name)) {
      throw new RuleProblem(t.recurrence.text.twice({ name }));
    }
    seen.add(name);
    readPart(name, part.slice(equals + 1), rule);
  }
  if (seen.has('FREQ')) return rule;
  throw new RuleProblem(t.recurrence.text.noFrequency({ all: enumerated(frequencies) }));
}

function readPart(name: string, value: string, rule: Rule): void {
  switch (name) {
    case 'FREQ':
      rule.frequency = readOne<Frequency>(name, value, frequencies);
      return;
    case 'INTERVAL':
      rule.interval = readPositive(name, value);
      return;
    case 'COUNT':
      rule.count = readPositive(name, value);
      return;
    case 'UNTIL':
      rule.until = readUntil(value);
      return;
    case 'WKST':
      rule.weekStart = readOne<Weekday>(name, value, weekdays);
      return;
    case 'BYDAY':
      rule.byDay = sortedDays(value.split(',').map(readDay));
      return;
  }
  const range = numberParts.find((one) => one.name === name);
  if (!range) {
    throw new RuleProblem(t.recurrence.text.unknown({ name: name.slice(0, maxShown) }));
  }
  rule[range.part] = sortedNumbers(value.split(',').map((text) => readWithin(range, text)));
}

function wrongValue(name: string, value: string, allowed: string): RuleProblem {
  return new RuleProblem(
    t.recurrence.text.wrongValue({ name, value: value.slice(0, maxShown), allowed }),
  );
}

function readOne<T extends string>(name: string, value: string, known: readonly T[]): T {
  const found = known.find((one) => one === value);
  if (found) return found;
  throw wrongValue(name, value, listed(known, 'or'));
}

function readPositive(name: string, value: string): number {
  const number = readNumber(value);
  if (number !== undefined && number >= 1 && number <= maxNumber) return number;
  throw wrongValue(name, value, t.recurrence.text.positive({ min: '1', max: String(maxNumber) }));
}

function readNumber(value: string): number | undefined {
  return /^[+-]?\d{1,10}$/.test(value) ? Number(value) : undefined;
}

function readWithin({ name, min, max, fromEnd }: NumberRange, value: string): number {
  const number = readNumber(value);
  const size = fromEnd ? Math.abs(number ?? 0) : number;
  if (number !== undefined && size !== undefined && size >= min && size <= max) return number;
  const ends = { min: String(min), max: String(max) };
  const allowed = fromEnd ? t.recurrence.text.withinBoth(ends) : t.recurrence.text.within(ends);
  throw wrongValue(name, value, allowed);
}

function readDay(value: string): OrdinalDay {
  const day = weekdays.find((one) => value.endsWith(one));
  const before = value.slice(0, -2);
  const ordinal = before === '' ? 0 : readNumber(before);
  const fits = before === '' || (ordinal !== 0 && Math.abs(ordinal ?? Infinity) <= maxOrdinal);
  if (day && ordinal !== undefined && fits) return { ordinal, weekday: day };
  throw wrongValue('BYDAY', value, t.recurrence.text.days());
}

function readUntil(value: string): string {
  const parts = /^(\d{4})(\d{2})(\d{2})(T([01]\d|2[0-3])[0-5]\d([0-5]\d|60)Z?)?$/.exec(value);
  if (parts && isDate(`${parts[1]}-${parts[2]}-${parts[3]}`)) return value;
  throw wrongValue('UNTIL', value, t.recurrence.text.until());
}

// 1, 2, ..., -2, -1, each once: those that count from the end come behind the others.
function sortedNumbers(numbers: readonly number[]): number[] {
  return [...new Set(numbers)].sort(countsBefore);
}

function countsBefore(left: number, right: number): number {
  return left < 0 !== right < 0 ? right - left : left - right;
}

function sortedDays(days: readonly OrdinalDay[]): OrdinalDay[] {
  const once = new Map(days.map((day) => [textOfDay(day), day]));
  return [...once.values()].sort(
    (left, right) =>
      countsBefore(left.ordinal, right.ordinal) ||
      weekdayIndex(left.weekday) - weekdayIndex(right.weekday),
  );
}

// What the table of 3.3.10 does not allow together.
function checkTogether(rule: Rule): void {
  const { frequency } = rule;
  const isOneOf = (...some: Frequency[]) => some.includes(frequency);
  const refuse = (text: string) => {
    throw new RuleProblem(text);
  };
  if (rule.count !== undefined && rule.until !== undefined) {
    refuse(t.recurrence.text.twoEnds());
  }
  if (rule.byWeekNumber.length > 0 && frequency !== 'YEARLY') {
    refuse(t.recurrence.text.weekNumbers({ frequency }));
  }
  if (rule.byYearDay.length > 0 && isOneOf('MONTHLY', 'WEEKLY', 'DAILY')) {
    refuse(t.recurrence.text.yearDays({ frequency }));
  }
  if (rule.byMonthDay.length > 0 && frequency === 'WEEKLY') {
    refuse(t.recurrence.text.monthDays());
  }
  const hasOrdinal = rule.byDay.some((day) => day.ordinal !== 0);
  if (hasOrdinal && !isOneOf('YEARLY', 'MONTHLY')) {
    refuse(t.recurrence.text.ordinals({ frequency }));
  }
  if (hasOrdinal && rule.byWeekNumber.length > 0) {
    refuse(t.recurrence.text.plainDays());
  }
  const hasOther =
    rule.byDay.length > 0 ||
    numberParts.some(({ part }) => part !== 'bySetPosition' && rule[part].length > 0);
  if (rule.bySetPosition.length > 0 && !hasOther) {
    refuse(t.recurrence.text.positions());
  }
}
