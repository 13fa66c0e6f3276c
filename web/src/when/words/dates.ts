// Dates and times in a line of quick add. Most words are chrono's; those that it does not know, or
// takes for something else, are read here.

import { casual, GB, type ParsedResult } from 'chrono-node/en';
import { addDays, endOfMonth, type DateText } from '../../lib/dates';
import { bareHours, halfDayLater } from './hours';
import { blanked, gap, type Line } from './line';
import { namedDay, ownDates, padded } from './own_dates';
import { Reading } from './reading';

// What a line says about when. `time` is "09:30".
export interface When {
  date?: DateText;
  // The date is that of a day of the week: without a time ahead, that of the next week is meant.
  isWeekday?: boolean;
  time?: string;
  endDate?: DateText;
  endTime?: string;
  // The hour may be one of the evening as well: nobody said which half of the day.
  isLoose?: boolean;
  // Minutes ahead of UTC, where the line says it ("8:00 EST").
  offset?: number;
  // "in 2 hours": so many minutes from now.
  minutesFromNow?: number;
}

export interface DateContext {
  today: DateText;
  // Whether 5/11 is in November.
  isDayFirst: boolean;
  // Words that say how it repeats were taken: an hour may stand right behind them.
  hasRule?: boolean;
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
    .replace(/(?<![\d:.,])(1[3-9]|2[0-3])h(?![\p{L}\d])/giu, (_, hour) => `${hour}:00`)
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
      if (own) found.push(own);
      if (context.hasRule) found.push(...hoursBehindRule(rest, found));
      return found.sort((left, right) => left.start - right.start);
    }
    rest = blanked(rest, wrong.index, wrong.index + wrong.text.length);
  }
  return own ? [own] : [];
}

// "every tuesday 10-11": the hours of a rule, where nothing else says any.
function hoursBehindRule(text: string, found: readonly Found[]): Found[] {
  if (found.some(({ when }) => when.time !== undefined || when.minutesFromNow !== undefined)) {
    return [];
  }
  for (const { index } of text.matchAll(new RegExp(gap, 'g'))) {
    const hours = bareHours(` ${text.slice(index + 1)}`, 0);
    if (hours) return [{ start: index + 1, end: index + hours.length, when: hours.when }];
  }
  return [];
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
  when.isLoose = !/[ap]\.?m\b|\b0\d/i.test(text) && (when.time ?? '') < '12:00';
  const isLoose = end !== null && end !== undefined && !end.isCertain('meridiem');
  if (isLoose && when.time !== undefined && when.endTime !== undefined) {
    const later = halfDayLater(when.endTime);
    if (when.endTime <= when.time && when.endTime < '12:00' && later > when.time)
      when.endTime = later;
  }
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
  const isLoose = time?.when.isLoose ?? false;
  return { ...time?.when, ...day?.when, isLoose };
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
  const named = namedDay(text, context.today);
  if (named) return named;
  const [first] = datesIn(text, context);
  if (!first || first.start > 0 || first.when.date === undefined) return undefined;
  return { date: first.when.date, length: first.end };
}
