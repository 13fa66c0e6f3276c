// Plain dates as text ("2026-11-15"). Entries have no time zone, so all arithmetic is done on days of
// UTC, none of which is 23 hours long; only `today` and `nowTime` ask the local clock.

import { englishHere, languageHere } from './locale';

export type DateText = string;
// A list begins with a day and has no end.
export type View = 'day' | 'week' | 'month' | 'year' | 'list';
export const views: readonly View[] = ['day', 'week', 'month', 'year', 'list'];
export interface DateRange {
  // Both days are included.
  from: DateText;
  to: DateText;
}

const dayMs = 86_400_000;
const daysOfGrid = 42;
const daysOfList = 28;
const firstDate = '0001-01-01';
const lastDate = '9999-12-31';

export function today(): DateText {
  const now = new Date();
  return textOf(utc(now.getFullYear(), now.getMonth(), now.getDate()));
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

export function isView(text: string | undefined | null): text is View {
  return views.some((view) => view === text);
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
      return `${formatWeekday(date).slice(0, 3)}, ${formatDate(date, 'medium')}`;
    case 'year':
      return String(Number(date.slice(0, 4)));
  }
}

// short "17 Nov", medium "17 Nov 2026", long "Tuesday, 17 November 2026"; day and month in the order
// of the browser's language.
export function formatDate(date: DateText, style: 'short' | 'medium' | 'long'): string {
  const instant = instantOf(date);
  if (style === 'short') return formatter({ day: 'numeric', month: 'short' }).format(instant);
  if (style === 'medium') {
    return formatter({ day: 'numeric', month: 'short', year: 'numeric' }).format(instant);
  }
  const rest = formatter({ day: 'numeric', month: 'long', year: 'numeric' }).format(instant);
  return `${formatWeekday(date)}, ${rest}`;
}

// "Tuesday, 17 November", as one would say it: with the year only when it is not this one.
export function formatDay(date: DateText): string {
  if (date.slice(0, 4) !== today().slice(0, 4)) return formatDate(date, 'long');
  const rest = formatter({ day: 'numeric', month: 'long' }).format(instantOf(date));
  return `${formatWeekday(date)}, ${rest}`;
}

export function formatWeekday(date: DateText): string {
  return formatter({ weekday: 'long' }).format(instantOf(date));
}

// "09:00:00" is "9:00", or "9 am"; "13:30" is "13:30", or "1:30 pm".
export function formatTime(time: string, hour12: boolean): string {
  const hour = Number(time.slice(0, 2));
  const minutes = time.slice(3, 5);
  if (!hour12) return `${hour}:${minutes}`;
  const half = hour < 12 ? 'am' : 'pm';
  return `${hour % 12 || 12}${minutes === '00' ? '' : `:${minutes}`} ${half}`;
}

const formatters = new Map<string, Intl.DateTimeFormat>();

// Making one takes longer than using it a hundred times, and a view has many dates.
function formatter(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = languageHere() + JSON.stringify(options);
  let made = formatters.get(key);
  if (!made) {
    made = new Intl.DateTimeFormat(englishHere(), { ...options, timeZone: 'UTC' });
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
