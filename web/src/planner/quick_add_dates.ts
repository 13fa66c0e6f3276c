// Dates and times in a line of quick add. Most words are chrono's; those that it does not know, or
// takes for something else, are read here.

import { casual, GB, type ParsedResult } from 'chrono-node/en';
import { addDays, endOfMonth, type DateText } from '../lib/dates';
import { blanked, gap, type Line } from './quick_add_line';
import { ownDates, padded } from './quick_add_own_dates';
import { Reading } from './quick_add_reading';

// What a line says about when. `time` is "09:30".
export interface When {
  date?: DateText;
  // The date is that of a day of the week: without a time ahead, that of the next week is meant.
  isWeekday?: boolean;
  time?: string;
  endDate?: DateText;
  endTime?: string;
  // Minutes ahead of UTC, where the line says it ("8:00 EST").
  offset?: number;
  // "in 2 hours": so many minutes from now.
  minutesFromNow?: number;
}

export interface DateContext {
  today: DateText;
  // Whether 5/11 is in November.
  isDayFirst: boolean;
}

type ParsedComponents = ParsedResult['start'];

export interface Found {
  start: number;
  end: number;
  when: When;
}

const maxRejected = 8;
const monthName =
  /^(?:in )?(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)(?:uary|ruary|ch|il|ust|ember|ober)?$/i;
const relativeWord =
  /^(?:in|within|next|last|past|this|after|on|by|end|start)\b|\b(?:ago|later|earlier|hence|now|today|tomorrow|yesterday)\b/i;
const dayParts: [RegExp, string][] = [
  [/\bmorning\b/i, '09:00'],
  [/\bafternoon\b/i, '15:00'],
  [/\bevening\b/i, '19:00'],
  [/\b(?:tonight|night)\b/i, '20:00'],
];

// A "game night" and a "morning run" are not about the time.
const dayPartInName =
  /(?<!\b(?:this|tomorrow|yesterday|today|in the|at|(?:mon|tues|wednes|thurs|fri|satur|sun)day|mon|tue|wed|thu|fri|sat|sun) )\b(?:morning|afternoon|evening|night)\b/gi;

// What chrono would not take for what it is. What has been taken is one space wide, because a longer
// match wins, and white space counts.
function readable(text: string, isDayFirst: boolean): Reading {
  const reading = Reading.of(text)
    .replace(dayPartInName, (word) => gap.repeat(word.length))
    .replace(/[\s\u00a0]*\u00a0[\s\u00a0]*/g, () => gap)
    .replace(/(?<![\d:])(\d{1,2})h(\d{2})(?!\d)/gi, (_, hour, minute) => `${hour}:${minute}`)
    .replace(/(?<!\S)@ ?(?=\d{1,2}(?::\d\d)?(?: ?[ap]m)?(?: |\u00a0|$))/gi, () => 'at ')
    .replace(/ ?(?:->|→) ?/g, () => '-');
  if (!isDayFirst) return reading;
  return reading.replace(
    /(?<!\S)(\d{1,2})\.(\d{1,2})\.(?!\S)/g,
    (_, day, month) => `${day}/${month}`,
  );
}

// All dates and times of a text, first those that come first.
export function datesIn(text: string, context: DateContext): Found[] {
  const reading = readable(text, context.isDayFirst);
  const found = readDates(reading.text, context);
  return found.map(({ start, end, when }) => ({ ...reading.before(start, end), when }));
}

function readDates(text: string, context: DateContext): Found[] {
  const own = ownDates(text, context);
  let rest = own ? blanked(text, own.start, own.end) : text;
  for (let rejected = 0; rejected < maxRejected; rejected++) {
    const results = chronoResults(rest, context);
    const wrong = results.find(isNoDate);
    if (!wrong) {
      const found = results.map((result) => foundOf(result, rest));
      return (own ? [...found, own] : found).sort((left, right) => left.start - right.start);
    }
    rest = blanked(rest, wrong.index, wrong.index + wrong.text.length);
  }
  return own ? [own] : [];
}

// Chrono reads by the clock of the browser, and forgets about others where it compares. So it is told
// that the day begins here and now, and only what it says about days and hours is used, never an
// instant.
function chronoResults(text: string, { today, isDayFirst }: DateContext): ParsedResult[] {
  // The British reading of "Dec 24" is a year.
  const reader = isDayFirst && /\d[/.]\d/.test(text) ? GB : casual;
  return reader.parse(text, new Date(`${today}T00:00:00`), { forwardDate: true });
}

// "10 min walk" is not in ten minutes, "twice a day" not tomorrow, and a month alone is no day.
function isNoDate({ start, text }: ParsedResult): boolean {
  const year = start.get('year') ?? 0;
  const isAmount = start.tags().has('result/relativeDate') && !relativeWord.test(text);
  const isTime = start.isCertain('millisecond');
  return isTime || isAmount || monthName.test(text) || year < 1900 || year > 9999;
}

function foundOf(result: ParsedResult, text: string): Found {
  const { start, end } = result;
  const when: When = {};
  let stop = result.index + result.text.length;
  // The 12 of "tomorrow 12 eggs" is no hour.
  const amount = / \d{1,2}$/.exec(result.text);
  const isAmount =
    amount !== null &&
    !/\b(?:at|from|to) \d+$/i.test(result.text) &&
    /^ (?!(?:for|at|with|in|on|every|each|until)\b)\p{L}/u.test(text.slice(stop));
  if (isAmount) stop -= amount[0].length;
  if (hasDate(start)) {
    when.date = dateOf(start);
    when.isWeekday = start.isCertain('weekday') && !start.isCertain('day');
    if (end && hasDate(end)) when.endDate = dateOf(end);
    else if (/\bweekend$/i.test(result.text)) when.endDate = addDays(when.date, 1);
  }
  if (start.isCertain('hour') && !isAmount) {
    when.time = timeOf(start);
    if (end?.isCertain('hour')) when.endTime = timeOf(end);
    const offset = start.isCertain('timezoneOffset') ? start.get('timezoneOffset') : null;
    if (offset !== null) when.offset = offset;
    readHours(when, result);
  }
  const needsTime = when.date !== undefined && when.time === undefined && !isAmount;
  const more = needsTime ? bareHours(text, stop) : undefined;
  Object.assign(when, more?.when);
  readDayPart(when, result.text);
  return { start: result.index, end: stop + (more?.length ?? 0), when };
}

// "tonight" has a time of its own, and makes an 8 one in the evening.
function readDayPart(when: When, text: string): void {
  const part = dayParts.find(([word]) => word.test(text))?.[1];
  if (part === undefined) return;
  when.time ??= part;
  if (part >= '12:00' && when.time < '12:00' && when.time >= '01:00') {
    when.time = halfDayLater(when.time);
  }
}

function hasDate(components: ParsedComponents): boolean {
  return (
    ['day', 'weekday', 'month', 'year'].some((part) =>
      components.isCertain(part as 'day' | 'weekday' | 'month' | 'year'),
    ) || components.tags().has('result/relativeDate')
  );
}

function dateOf(components: ParsedComponents): DateText {
  const [year, month, day] = (['year', 'month', 'day'] as const).map((part) =>
    components.get(part),
  );
  return `${padded(year, 4)}-${padded(month)}-${padded(day)}`;
}

function timeOf(components: ParsedComponents): string {
  return `${padded(components.get('hour'))}:${padded(components.get('minute'))}`;
}

// Nobody has dinner "at 5" in the morning, and "from 9 to 5" ends in the afternoon.
function readHours(when: When, { start, end, text }: ParsedResult): void {
  const hasHalf = start.isCertain('meridiem') || /\d[:.]\d\d|\d ?[ap]\.?m/i.test(text);
  if (!hasHalf && when.time !== undefined && when.time >= '01:00' && when.time < '07:00') {
    when.time = halfDayLater(when.time);
  }
  const isLoose = end !== null && end !== undefined && !end.isCertain('meridiem');
  if (isLoose && when.time !== undefined && when.endTime !== undefined) {
    const later = halfDayLater(when.endTime);
    if (when.endTime <= when.time && when.endTime < '12:00' && later > when.time)
      when.endTime = later;
  }
}

function halfDayLater(time: string): string {
  return `${padded(Number(time.slice(0, 2)) + 12)}${time.slice(2)}`;
}

// "tomorrow 9-10" or, at the end, "tomorrow 9".
function bareHours(text: string, at: number): { when: When; length: number } | undefined {
  const hour = '(\\d{1,2})(?:[:.](\\d{2}))?';
  const range = new RegExp(
    `^[ ,]+(?:from )?${hour} ?(?:-|–|to) ?${hour}(?![\\p{L}\\p{N}/.:])`,
    'iu',
  );
  const single = /^[ ,]+(?:at )?(\d{1,2})(?= *$| *\u00a0| +for\b)/;
  const behind = text.slice(at);
  const found = range.exec(behind) ?? single.exec(behind);
  if (!found) return undefined;
  const [first, last] = [timeText(found[1], found[2]), timeText(found[3], found[4])];
  if (first === undefined || (found[3] !== undefined && last === undefined)) return undefined;
  const when: When = { time: first };
  if (found[2] === undefined && first >= '01:00' && first < '07:00')
    when.time = halfDayLater(first);
  if (last !== undefined && when.time !== undefined) {
    const later = last < '12:00' ? halfDayLater(last) : last;
    when.endTime = last <= when.time && later > when.time ? later : last;
  }
  return { when, length: found[0].length };
}

function timeText(hour: string | undefined, minute = '00'): string | undefined {
  if (hour === undefined || Number(hour) > 23 || Number(minute) > 59) return undefined;
  return `${padded(Number(hour))}:${minute}`;
}

// Takes the date and the time of a line, which need not stand together ("13:00 lunch tomorrow").
export function takeWhen(line: Line, context: DateContext): When {
  const found = datesIn(line.rest, context);
  const hasTime = ({ when }: Found) => when.time !== undefined || when.minutesFromNow !== undefined;
  const hasDay = ({ when }: Found) => when.date !== undefined || when.minutesFromNow !== undefined;
  const first = found.find((each) => hasTime(each) && hasDay(each));
  const day = first ?? found.find(hasDay);
  const time = first ?? found.find(hasTime);
  for (const part of new Set([day, time])) {
    if (part) line.take(withPreposition(line.rest, part.start), part.end, 'when');
  }
  return { ...time?.when, ...day?.when };
}

// "on 17 Nov", "starting tomorrow": the word before belongs to it.
function withPreposition(text: string, start: number): number {
  const before = /(?:\b(?:on|at|from|starting|beginning|by|due|until|till|this)|@)[ ,]*$/i.exec(
    text.slice(0, start),
  );
  return before ? before.index : start;
}

// The day that a text begins with, for the end of a series.
export function leadingDate(
  text: string,
  context: DateContext,
): { date: DateText; length: number } | undefined {
  const month = /^(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*(?= *$)/i.exec(
    text.trimEnd(),
  );
  if (month) {
    const [result] = chronoResults(`1 ${month[0]}`, context);
    if (result) return { date: endOfMonth(dateOf(result.start)), length: month[0].length };
  }
  const year = /^(?:the |this )?year\b/i.exec(text);
  if (year) return { date: `${context.today.slice(0, 4)}-12-31`, length: year[0].length };
  const [first] = datesIn(text, context);
  if (!first || first.start > 0 || first.when.date === undefined) return undefined;
  return { date: first.when.date, length: first.end };
}
