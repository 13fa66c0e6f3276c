// Dates that chrono has no words for, or gets wrong.

import { addMonths, endOfMonth, isDate, type DateText } from '../lib/dates';
import type { DateContext, Found, When } from './quick_add_dates';

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
  const leap =
    /\b(?:on )?(?:29(?:th)?(?: of)? feb(?:ruary)?|feb(?:ruary)? 29(?:th)?)\b(?! ?,? ?\d{4})/i.exec(
      text,
    );
  return leap ? at(leap, { date: nextLeapDay(today) }) : undefined;
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
