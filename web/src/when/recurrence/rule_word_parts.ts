// The small words that rules are said with: lists, ordinals, days, months, times.

import { addDays, formatTime, formatWeekday } from '../../lib/dates';
import { locale } from '../../lib/locale';
import { t } from '../../lib/messages';
import { weekdayIndex, weekdays, type OrdinalDay, type Weekday } from './rule_model';

// From so many numbers in a row on, only the ends of the row are said.
const shortestRun = 3;
const someMonday = '2024-01-01';

export type Last = 'and' | 'or';

export function weekdayName(day: Weekday): string {
  return formatWeekday(addDays(someMonday, weekdayIndex(day)));
}

export function monthName(month: number): string {
  const options = { month: 'long', timeZone: 'UTC' } as const;
  return new Intl.DateTimeFormat(locale(), options).format(new Date(Date.UTC(2000, month - 1, 1)));
}

// "a", "a and b", "a, b and c".
export function listed(items: readonly string[], last: Last = 'and'): string {
  const type = last === 'and' ? 'conjunction' : 'disjunction';
  return new Intl.ListFormat(locale(), { type }).format(items);
}

// "a, b, c".
export function enumerated(items: readonly string[]): string {
  if (items.length === 0) return '';
  return items.reduce((first, then) => t.recurrence.both({ first, then }));
}

// "1, 3 and 5 to 9". `word` says one of the numbers.
export function numbersInWords(
  numbers: readonly number[],
  last: Last = 'and',
  word: (number: number) => string = String,
): string {
  const runs: [number, number][] = [];
  for (const number of numbers) {
    const run = runs.at(-1);
    if (run && number === run[1] + 1) run[1] = number;
    else runs.push([number, number]);
  }
  const items = runs.flatMap(([from, to]) => {
    if (to - from + 1 >= shortestRun) {
      return [t.recurrence.rule.range({ from: word(from), to: word(to) })];
    }
    return from === to ? [word(from)] : [word(from), word(to)];
  });
  return listed(items, last);
}

// "first", "third", "12th"; "last", "second to last", "12th to last".
export function ordinalInWords(ordinal: number): string {
  return ordinal > 0
    ? t.recurrence.rule.ordinal({ n: ordinal })
    : t.recurrence.rule.ordinalFromEnd({ n: -ordinal });
}

export type KindOfDays = 'weekday' | 'weekendDay' | 'day';

// Undefined for all other sets of days.
export function kindOfDays(days: readonly Weekday[]): KindOfDays | undefined {
  const has = (wanted: string) => weekdays.filter((day) => days.includes(day)).join() === wanted;
  if (has('MO,TU,WE,TH,FR')) return 'weekday';
  if (has('SA,SU')) return 'weekendDay';
  return has(weekdays.join()) ? 'day' : undefined;
}

export function daysInWords(days: readonly Weekday[], last: Last = 'and'): string {
  return listed(days.map(weekdayName), last);
}

// "the last Friday", "the first and third Monday", "the second Tuesday and the last Friday".
export function ordinalDaysInWords(days: readonly OrdinalDay[], last: Last = 'and'): string {
  const ofWeekday = weekdays.flatMap((weekday) => {
    const ordinals = days.filter((day) => day.weekday === weekday).map((day) => day.ordinal);
    const words = ordinals.filter((ordinal) => ordinal !== 0).map(ordinalInWords);
    const day = weekdayName(weekday);
    return [
      ...(ordinals.includes(0) ? [t.recurrence.rule.everyOne({ day })] : []),
      ...(words.length > 0
        ? [t.recurrence.rule.theOrdinal({ ordinals: listed(words, last), day })]
        : []),
    ];
  });
  return listed(ofWeekday, last);
}

// "day 15", "days 1, 2 and 15", "the last day", "day 1 and the last day".
export function monthDaysInWords(days: readonly number[], last: Last = 'and'): string {
  return numberedDays(days, last, (count, numbers) =>
    t.recurrence.rule.monthDays({ count, numbers }),
  );
}

// The same of a year: "day 100", "the last day".
export function yearDaysInWords(days: readonly number[], last: Last = 'and'): string {
  return numberedDays(days, last, (count, numbers) =>
    t.recurrence.rule.yearDays({ count, numbers }),
  );
}

function numberedDays(
  days: readonly number[],
  last: Last,
  words: (count: number, numbers: string) => string,
): string {
  const fromStart = days.filter((day) => day > 0);
  const fromEnd = days.filter((day) => day < 0).sort((left, right) => left - right);
  const items = fromEnd.map((day) => t.recurrence.rule.dayFromEnd({ n: -day }));
  if (fromStart.length === 0) return listed(items, last);
  const numbers = numbersInWords(fromStart, last, (n) => t.recurrence.rule.dayNumber({ n }));
  const count = last === 'or' ? 1 : fromStart.length;
  return listed([words(count, numbers), ...items], last);
}

// "week 20", "weeks 1 and 2", "the last week".
export function weeksInWords(weeks: readonly number[]): string {
  const fromStart = weeks.filter((week) => week > 0);
  const items = weeks
    .filter((week) => week < 0)
    .sort((left, right) => left - right)
    .map((week) => t.recurrence.rule.weekFromEnd({ n: -week }));
  if (fromStart.length > 0) {
    const numbers = numbersInWords(fromStart);
    items.unshift(t.recurrence.rule.weeks({ count: fromStart.length, numbers }));
  }
  return listed(items);
}

export function monthsInWords(months: readonly number[]): string {
  return listed(months.map(monthName));
}

// Days and months in the order of the reader, as everywhere: "25 December".
export function dateInWords(year: number | undefined, month: number, day: number): string {
  const date = new Date(0);
  date.setUTCFullYear(year ?? 2000, month - 1, day);
  return new Intl.DateTimeFormat(locale(), {
    day: 'numeric',
    month: 'long',
    ...(year === undefined ? {} : { year: 'numeric' }),
    timeZone: 'UTC',
  }).format(date);
}

// Whether there ever is such a day; in leap years counts.
export function isPossibleDay(month: number, day: number): boolean {
  return day >= 1 && day <= new Date(Date.UTC(2000, month, 0)).getUTCDate();
}

// "09:00", "09:00:30"; "9 am".
export function timeInWords(hour: number, minute: number, second: number, hour12: boolean): string {
  const two = (number: number) => String(number).padStart(2, '0');
  const text = `${two(hour)}:${two(minute)}`;
  if (second !== 0) return `${text}:${two(second)}`;
  return hour12 ? formatTime(text, true) : text;
}

// Each part behind the one before, with what stands between words; a part may begin with a comma.
export function joined(...parts: string[]): string {
  return parts
    .filter((part) => part !== '')
    .reduce((text, part) => {
      if (text === '') return part;
      return /^[,，]/.test(part) ? text + part : t.recurrence.rule.join({ text, part });
    }, '');
}
