// The small words that rules are said with: lists, ordinals, days, months, times.

import { formatTime } from '../../lib/dates';
import { englishHere } from '../../lib/locale';
import { weekdayIndex, weekdays, type OrdinalDay, type Weekday } from './rule_model';

const weekdayNames = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const;
const monthNames = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;
const ordinalNames = ['first', 'second', 'third', 'fourth', 'fifth'] as const;
// From so many numbers in a row on, only the ends of the row are said.
const shortestRun = 3;

export function weekdayName(day: Weekday): string {
  return weekdayNames[weekdayIndex(day)] ?? day;
}

export function monthName(month: number): string {
  return monthNames[month - 1] ?? String(month);
}

// "a", "a and b", "a, b and c".
export function listed(items: readonly string[], last: 'and' | 'or' = 'and'): string {
  if (items.length <= 1) return items[0] ?? '';
  return `${items.slice(0, -1).join(', ')} ${last} ${items.at(-1)}`;
}

// "1, 3 and 5 to 9".
export function numbersInWords(numbers: readonly number[], last: 'and' | 'or' = 'and'): string {
  const runs: [number, number][] = [];
  for (const number of numbers) {
    const run = runs.at(-1);
    if (run && number === run[1] + 1) run[1] = number;
    else runs.push([number, number]);
  }
  const items = runs.flatMap(([from, to]) => {
    if (to - from + 1 >= shortestRun) return [`${from} to ${to}`];
    return from === to ? [String(from)] : [String(from), String(to)];
  });
  return listed(items, last);
}

// "first", "third", "12th"; "last", "second to last", "12th to last".
export function ordinalInWords(ordinal: number): string {
  if (ordinal === -1) return 'last';
  if (ordinal < 0) return `${ordinalInWords(-ordinal)} to last`;
  return ordinalNames[ordinal - 1] ?? withSuffix(ordinal);
}

function withSuffix(number: number): string {
  const tens = number % 100;
  if (tens >= 11 && tens <= 13) return `${number}th`;
  return `${number}${['th', 'st', 'nd', 'rd'][number % 10] ?? 'th'}`;
}

// "Monday", "Monday and Friday", "weekday", "weekend day", "day"; undefined for all other sets.
export function kindOfDays(days: readonly Weekday[]): string | undefined {
  const has = (wanted: string) => weekdays.filter((day) => days.includes(day)).join() === wanted;
  if (has('MO,TU,WE,TH,FR')) return 'weekday';
  if (has('SA,SU')) return 'weekend day';
  if (has(weekdays.join())) return 'day';
  const [first] = days;
  return days.length === 1 && first ? weekdayName(first) : undefined;
}

export function daysInWords(days: readonly Weekday[], last: 'and' | 'or' = 'and'): string {
  return listed(days.map(weekdayName), last);
}

// "the last Friday", "the first and third Monday", "the second Tuesday and the last Friday".
export function ordinalDaysInWords(
  days: readonly OrdinalDay[],
  last: 'and' | 'or' = 'and',
): string {
  const ofWeekday = weekdays.flatMap((weekday) => {
    const ordinals = days.filter((day) => day.weekday === weekday).map((day) => day.ordinal);
    const words = ordinals.filter((ordinal) => ordinal !== 0).map(ordinalInWords);
    const name = weekdayName(weekday);
    return [
      ...(ordinals.includes(0) ? [`every ${name}`] : []),
      ...(words.length > 0 ? [`the ${listed(words, last)} ${name}`] : []),
    ];
  });
  return listed(ofWeekday, last);
}

// "day 15", "days 1, 2 and 15", "the last day", "day 1 and the last day".
export function monthDaysInWords(days: readonly number[], last: 'and' | 'or' = 'and'): string {
  const fromStart = days.filter((day) => day > 0);
  const fromEnd = days.filter((day) => day < 0).sort((left, right) => left - right);
  const items = fromEnd.map((day) => `the ${ordinalInWords(day)} day`);
  if (fromStart.length === 0) return listed(items, last);
  const numbers = numbersInWords(fromStart, last);
  const isOne = fromStart.length === 1 || last === 'or';
  return listed([`${isOne ? 'day' : 'days'} ${numbers}`, ...items], last);
}

export function weeksInWords(weeks: readonly number[]): string {
  const fromStart = weeks.filter((week) => week > 0);
  const items = weeks
    .filter((week) => week < 0)
    .sort((left, right) => left - right)
    .map((week) => `the ${ordinalInWords(week)} week`);
  if (fromStart.length > 0) {
    items.unshift(`${fromStart.length === 1 ? 'week' : 'weeks'} ${numbersInWords(fromStart)}`);
  }
  return `${listed(items)} of the year`;
}

export function monthsInWords(months: readonly number[]): string {
  return listed(months.map(monthName));
}

// Whole days and months in the order of the browser's language, as everywhere: "25 December".
export function dateInWords(year: number | undefined, month: number, day: number): string {
  const date = new Date(0);
  date.setUTCFullYear(year ?? 2000, month - 1, day);
  return new Intl.DateTimeFormat(englishHere(), {
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
