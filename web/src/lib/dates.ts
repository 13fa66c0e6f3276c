// Plain dates as text ("2026-11-15"). Entries have no time zone, so all arithmetic is done on days of
// UTC, none of which is 23 hours long; only `today`, `dateOfMoment` and `nowTime` ask the local clock.

import { language, locale } from './locale';

// The views of what has days. A list begins with a day and has no end.
export type View = 'day' | 'week' | 'month' | 'year' | 'list';
export const views: readonly View[] = ['day', 'week', 'month', 'year', 'list'];

export function isView(text: string | undefined | null): text is View {
  return views.some((view) => view === text);
}

export type DateText = string;
export interface DateRange {
  // Both days are included.
  from: DateText;
  to: DateText;
}

const dayMs = 86_400_000;
const daysOfGrid = 42;
const daysOfList = 28;
const dayOfYear = { day: 'numeric', month: 'short', year: 'numeric' } as const;
const firstDate = '0001-01-01';
const lastDate = '9999-12-31';

export function today(): DateText {
  const now = new Date();
  return textOf(utc(now.getFullYear(), now.getMonth(), now.getDate()));
}

// The day of a moment (RFC 3339) by the local clock.
export function dateOfMoment(moment: string): DateText {
  const date = new Date(moment);
  return textOf(utc(date.getFullYear(), date.getMonth(), date.getDate()));
}

// "14:05" by the local clock.
export function nowTime(): string {
  const now = new Date();
  return `${pad(now.getHours(), 2)}:${pad(now.getMinutes(), 2)}`;
}

export function isDate(text: string): boolean {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (!parts || text < firstDate) return false;
  return textOf(utc(Number(parts[1]), Number(parts[2]) - 1, Number(parts[3]))) === text;
}

export function addDays(date: DateText, days: number): DateText {
  return textOf(new Date(instantOf(date).getTime() + days * dayMs));
}

// The 31st becomes the last day of a shorter month.
export function addMonths(date: DateText, months: number): DateText {
  const start = instantOf(date);
  const day = start.getUTCDate();
  const first = utc(start.getUTCFullYear(), start.getUTCMonth() + months, 1);
  const last = utc(first.getUTCFullYear(), first.getUTCMonth() + 1, 0).getUTCDate();
  return textOf(utc(first.getUTCFullYear(), first.getUTCMonth(), Math.min(day, last)));
}

export function daysBetween(from: DateText, to: DateText): number {
  return Math.round((instantOf(to).getTime() - instantOf(from).getTime()) / dayMs);
}

// 0 is Sunday.
export function weekday(date: DateText): number {
  return instantOf(date).getUTCDay();
}

export function startOfWeek(date: DateText, firstDay: number): DateText {
  return addDays(date, -((weekday(date) - firstDay + 7) % 7));
}

// The number of the week in its year. Where weeks begin on Monday, week 1 is the one with the first
// Thursday (ISO 8601); elsewhere, as in North America and the Middle East, the one with 1 January.
export function weekNumber(date: DateText, firstDay: number): number {
  const leastDays = firstDay === 1 ? 4 : 1;
  // The day that says which year the week belongs to.
  const day = addDays(startOfWeek(date, firstDay), 7 - leastDays);
  return Math.floor(daysBetween(`${day.slice(0, 4)}-01-01`, day) / 7) + 1;
}

export function startOfMonth(date: DateText): DateText {
  return `${date.slice(0, 7)}-01`;
}

export function endOfMonth(date: DateText): DateText {
  const start = instantOf(date);
  return textOf(utc(start.getUTCFullYear(), start.getUTCMonth() + 1, 0));
}

// The six weeks in which the month of `date` lies.
export function monthGrid(date: DateText, firstDay: number): DateText[] {
  const start = startOfWeek(startOfMonth(date), firstDay);
  return Array.from({ length: daysOfGrid }, (_, index) => addDays(start, index));
}

// The days that a view shows; of a list, those that it begins with.
export function rangeOf(view: View, date: DateText, firstDay: number): DateRange {
  switch (view) {
    case 'month': {
      const from = startOfWeek(startOfMonth(date), firstDay);
      return { from, to: addDays(from, daysOfGrid - 1) };
    }
    case 'week': {
      const from = startOfWeek(date, firstDay);
      return { from, to: addDays(from, 6) };
    }
    case 'day':
      return { from: date, to: date };
    case 'list':
      return { from: date, to: addDays(date, daysOfList - 1) };
    case 'year':
      return { from: `${date.slice(0, 4)}-01-01`, to: `${date.slice(0, 4)}-12-31` };
  }
}

// The same day in the previous or the next period; of a list, the first day of a month.
export function stepOf(view: View, date: DateText, direction: 1 | -1): DateText {
  switch (view) {
    case 'month':
      return addMonths(date, direction);
    case 'list':
      return startOfMonth(addMonths(date, direction));
    case 'week':
      return addDays(date, 7 * direction);
    case 'day':
      return addDays(date, direction);
    case 'year':
      return addMonths(date, 12 * direction);
  }
}

// `month` says how the months of weeks and days are written, and with `short` days of the week too.
export function titleOf(
  view: View,
  date: DateText,
  firstDay: number,
  month: 'long' | 'short' = 'long',
): string {
  switch (view) {
    case 'month':
    case 'list':
      return formatter({ month: 'long', year: 'numeric' }).format(instantOf(date));
    case 'week': {
      const { from, to } = rangeOf(view, date, firstDay);
      const format = formatter({ day: 'numeric', month, year: 'numeric' });
      return format.formatRange(instantOf(from), instantOf(to)).replace(/\s*–\s*/, ' – ');
    }
    case 'day':
      if (month === 'long') return formatDate(date, 'long');
      return withWeekday(date, { weekday: 'short', ...dayOfYear }, ', ');
    case 'year':
      return String(Number(date.slice(0, 4)));
  }
}

// short "17 Nov", medium "17 Nov 2026", long "Tuesday, 17 November 2026"; day and month in the order
// of the browser's language.
export function formatDate(date: DateText, style: 'short' | 'medium' | 'long'): string {
  const instant = instantOf(date);
  if (style === 'short') return formatter({ day: 'numeric', month: 'short' }).format(instant);
  if (style === 'medium') return formatter(dayOfYear).format(instant);
  return withWeekday(date, { weekday: 'long', ...dayOfYear, month: 'long' }, ', ');
}

// "Tuesday, 17 November", as one would say it: with the year only when it is not this one.
export function formatDay(date: DateText): string {
  if (date.slice(0, 4) !== today().slice(0, 4)) return formatDate(date, 'long');
  return withWeekday(date, { weekday: 'long', day: 'numeric', month: 'long' }, ', ');
}

// "Tue 17 Nov".
export function formatShortDay(date: DateText): string {
  return withWeekday(date, { weekday: 'short', day: 'numeric', month: 'short' }, ' ');
}

// "3 Jul – 6 Jul 2026", "30 Dec 2026 – 2 Jan 2027": a year that both have is said once, where the language has it.
export function formatSpan(from: DateText, to: DateText): string {
  const isOneYear = from.slice(0, 4) === to.slice(0, 4);
  const isFirst = isYearFirst();
  const first = formatDate(from, isOneYear && !isFirst ? 'short' : 'medium');
  return `${first} – ${formatDate(to, isOneYear && isFirst ? 'short' : 'medium')}`;
}

// "July – August 2026", "December 2026 – January 2027".
export function formatMonths(from: DateText, to: DateText): string {
  const ofYear = (date: DateText) => titleOf('month', date, 1);
  if (from.slice(0, 4) !== to.slice(0, 4)) return `${ofYear(from)} – ${ofYear(to)}`;
  if (isYearFirst()) return `${ofYear(from)} – ${formatMonth(to, 'short')}`;
  return `${formatMonth(from, 'long')} – ${ofYear(to)}`;
}

export function formatMonth(date: DateText, style: 'long' | 'short'): string {
  return formatter({ month: style }).format(instantOf(date));
}

export function formatWeekday(date: DateText, style: 'long' | 'short' | 'narrow' = 'long'): string {
  return formatter({ weekday: style }).format(instantOf(date));
}

function isYearFirst(): boolean {
  const parts = formatter(dayOfYear).formatToParts(instantOf('2026-11-17'));
  return parts[0]?.type === 'year';
}

// As the language writes it. Browsers do not agree on what stands after a weekday in English.
function withWeekday(
  date: DateText,
  options: Intl.DateTimeFormatOptions,
  separator: string,
): string {
  const parts = formatter(options).formatToParts(instantOf(date));
  const isFirst = language() === 'en' && parts[0]?.type === 'weekday';
  return parts.map(({ value }, at) => (isFirst && at === 1 ? separator : value)).join('');
}

// "09:00:00" is "9:00", or "9 am"; "13:30" is "13:30", or "1:30 PM" where people write it so.
export function formatTime(time: string, hour12: boolean): string {
  const hour = Number(time.slice(0, 2));
  const minutes = time.slice(3, 5);
  if (!hour12) return `${hour}:${minutes}`;
  const format = formatter({ hour: 'numeric', minute: '2-digit', hourCycle: 'h12' });
  const parts = format.formatToParts(Date.UTC(2026, 0, 1, hour, Number(minutes)));
  // Full hours without minutes, and so without what stands before them.
  const at = minutes === '00' ? parts.findIndex(({ type }) => type === 'minute') : -1;
  const shown = parts.filter((_, index) => at < 0 || (index !== at && index !== at - 1));
  const text = shown.map(({ value }) => value).join('');
  return text.replaceAll(/\s/g, ' ');
}

const formatters = new Map<string, Intl.DateTimeFormat>();

// Making one takes longer than using it a hundred times, and a view has many dates.
function formatter(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = locale() + JSON.stringify(options);
  let made = formatters.get(key);
  if (!made) {
    made = new Intl.DateTimeFormat(locale(), { ...options, timeZone: 'UTC' });
    formatters.set(key, made);
  }
  return made;
}

function instantOf(date: DateText): Date {
  return utc(Number(date.slice(0, 4)), Number(date.slice(5, 7)) - 1, Number(date.slice(8, 10)));
}

// Date.UTC takes the years 0 to 99 for those of the last century.
function utc(year: number, month: number, day: number): Date {
  const date = new Date(0);
  date.setUTCFullYear(year, month, day);
  return date;
}

// Dates end where the server's do, so that stepping on and on stays within them.
function textOf(date: Date): DateText {
  const year = date.getUTCFullYear();
  if (year < 1) return firstDate;
  if (year > 9999) return lastDate;
  return `${pad(year, 4)}-${pad(date.getUTCMonth() + 1, 2)}-${pad(date.getUTCDate(), 2)}`;
}

function pad(number: number, digits: number): string {
  return String(number).padStart(digits, '0');
}
