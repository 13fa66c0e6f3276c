// Dates that chrono has no words for, or gets wrong.

import { addDays, addMonths, endOfMonth, isDate, type DateText } from '../../lib/dates';
import type { DateContext, Found, When } from './dates';

// What chrono has no words for: "in 2 hours" by a clock that may change meanwhile, "on the 15th", and
// a 29 February that is not this year's.
export function ownDates(text: string, { today }: DateContext): Found | undefined {
  const hours =
    /\bin (?:(\d{1,3}|an?) ?h(?:ours?|rs?)?)?(?: ?(?:and )?(\d{1,3}) ?m(?:in(?:ute)?s?)?)?(?![\p{L}\p{N}])/iu;
  const found = hours.exec(text);
  if (found && (found[1] !== undefined || found[2] !== undefined)) {
    const amount = /^an?$/i.test(found[1] ?? '') ? 1 : Number(found[1] ?? '0');
    return at(found, { minutesFromNow: amount * 60 + Number(found[2] ?? '0') });
  }
  const now = /\b(?:right )?now\b/i.exec(text);
  if (now) return at(now, { minutesFromNow: 0 });
  const day =
    /\b(?:on (?:the )?|the (?=\d{1,2}\p{L}{2}(?: at\b| \d| *$|\u00a0)))(\d{1,2})(?:st|nd|rd|th)\b(?! (?:of )?(?:jan|feb|mar|apr|may|ju[nl]|aug|sep|oct|nov|dec))/iu.exec(
      text,
    );
  const date = day ? nextMonthDay(Number(day[1]), today) : undefined;
  if (day && date) return at(day, { date });
  const ordinal = ordinalDay(text, today);
  if (ordinal) return ordinal;
  const starting = startingMonth.exec(text);
  if (starting) return at(starting, { date: firstOfMonth(starting[1] ?? '', today) });
  const leap =
    /\b(?:on )?(?:29(?:th)?(?: of)? feb(?:ruary)?|feb(?:ruary)? 29(?:th)?)\b(?! ?,? ?\d{4})/i.exec(
      text,
    );
  return leap ? at(leap, { date: nextLeapDay(today) }) : undefined;
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const monthName = `(?:${months.join('|')})[a-z]*`;
const startingMonth = new RegExp(
  `\\b(?:starting|beginning)(?: in| from)? (${monthName})\\b(?! ?\\d)`,
  'i',
);

// The next one of such a name: this month's first day is over, unless it is today.
function firstOfMonth(name: string, today: DateText): DateText {
  const month = padded(months.indexOf(name.slice(0, 3).toLowerCase()) + 1);
  const first = `${today.slice(0, 4)}-${month}-01`;
  return first >= today ? first : addMonths(first, 12);
}

// "the last friday of the month", "first monday of december": one day, where nobody says "every".
function ordinalDay(text: string, today: DateText): Found | undefined {
  const ordinals = ['first', 'second', 'third', 'fourth', 'last'];
  const days = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
  const found = new RegExp(
    `\\b(?:on )?(?:the )?(${ordinals.join('|')}) (${days.join('|')}) (?:of|in) (?:(the|this|next) month|(${monthName}))\\b(?! ?\\d{4})`,
    'i',
  ).exec(text);
  if (!found) return undefined;
  const [, ordinal = '', day = '', which = '', name] = found.map((part) => part?.toLowerCase());
  const wanted = { number: ordinals.indexOf(ordinal), weekday: days.indexOf(day) };
  const thisMonth = `${today.slice(0, 7)}-01`;
  const first = name
    ? `${today.slice(0, 4)}-${padded(months.indexOf(name.slice(0, 3)) + 1)}-01`
    : addMonths(thisMonth, which === 'next' ? 1 : 0);
  const date = ordinalIn(first, wanted);
  const later = addMonths(first, name ? 12 : 1);
  return at(found, { date: date >= today ? date : ordinalIn(later, wanted) });
}

function ordinalIn(first: DateText, wanted: { number: number; weekday: number }): DateText {
  const weekdayOfFirst = new Date(`${first}T00:00:00Z`).getUTCDay();
  const day = addDays(first, (wanted.weekday - weekdayOfFirst + 7) % 7);
  if (wanted.number < 4) return addDays(day, 7 * wanted.number);
  const fifth = addDays(day, 28);
  return fifth <= endOfMonth(first) ? fifth : addDays(day, 21);
}

// Days that have a name, for the end of a series.
export function namedDay(
  text: string,
  today: DateText,
): { date: DateText; length: number } | undefined {
  const names: [RegExp, string][] = [
    [/^christmas eve\b/i, '12-24'],
    [/^(?:christmas|xmas)(?: day)?\b/i, '12-25'],
    [/^new year['’]?s eve\b/i, '12-31'],
    [/^new year(?:['’]?s)?(?: day)?\b/i, '01-01'],
  ];
  for (const [name, day] of names) {
    const found = name.exec(text);
    const date = `${today.slice(0, 4)}-${day}`;
    if (found) return { date: date >= today ? date : addMonths(date, 12), length: found[0].length };
  }
  return undefined;
}

function at(found: RegExpExecArray, when: When): Found {
  return { start: found.index, end: found.index + found[0].length, when };
}

// The next month that has such a day.
function nextMonthDay(day: number, today: DateText): DateText | undefined {
  for (let months = 0; months < 12 && day >= 1 && day <= 31; months++) {
    const month = addMonths(`${today.slice(0, 7)}-01`, months).slice(0, 7);
    const date = `${month}-${padded(day)}`;
    if (date >= today && date <= endOfMonth(`${month}-01`)) return date;
  }
  return undefined;
}

function nextLeapDay(today: DateText): DateText {
  let year = Number(today.slice(0, 4));
  while (!isDate(`${padded(year, 4)}-02-29`) || `${padded(year, 4)}-02-29` < today) year++;
  return `${padded(year, 4)}-02-29`;
}

export function padded(number: number | null | undefined, digits = 2): string {
  return String(number ?? 0).padStart(digits, '0');
}
