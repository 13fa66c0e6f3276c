// Dates as genealogists know them, in the words of GEDCOM: "12 MAR 1850", "ABT 1850", "BET 1840 AND 1845", "FROM 1900 TO
// 1910", "INT 1850 (about the harvest)". What is no such date is a phrase, and is shown as it is.
// https://gedcom.io/specifications/FamilySearchGEDCOMv7.html#date

export interface CalendarDate {
  // Negative before the common era.
  year: number;
  // 1 to 12.
  month?: number;
  day?: number;
}

export type Precision =
  'exact' | 'about' | 'before' | 'after' | 'between' | 'from' | 'to' | 'fromTo';

export type KnownDate =
  | { precision: Exclude<Precision, 'between' | 'fromTo'>; date: CalendarDate }
  | { precision: 'between' | 'fromTo'; date: CalendarDate; end: CalendarDate };

const months = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
const oneDate: Record<string, Exclude<Precision, 'between' | 'fromTo'>> = {
  ABT: 'about',
  CAL: 'about',
  EST: 'about',
  INT: 'about',
  BEF: 'before',
  AFT: 'after',
  FROM: 'from',
  TO: 'to',
};
// How far from it a date that is known "about" may be, for what is compared.
const aboutYears = 5;

// Of a full day ("1850-03-12") or of a text of GEDCOM. undefined if it is neither.
export function readDate(
  day: string | null | undefined,
  text: string | null | undefined,
): KnownDate | undefined {
  const date = day ? readDay(day) : undefined;
  if (date) return { precision: 'exact', date };
  return text ? readText(text) : undefined;
}

// A day that the calendar does not have is none.
function readDay(text: string): CalendarDate | undefined {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text.trim()) ?? [];
  if (!year) return undefined;
  const date = { year: Number(year), month: Number(month), day: Number(day) };
  return isPossible(date) ? date : undefined;
}

function readText(text: string): KnownDate | undefined {
  const plain = text
    .replace(/\(.*\)/, '')
    .trim()
    .toUpperCase();
  const [, from, to] =
    /^BET\.?\s+(.+?)\s+AND\s+(.+)$/.exec(plain) ?? /^FROM\s+(.+?)\s+TO\s+(.+)$/.exec(plain) ?? [];
  if (from !== undefined && to !== undefined) {
    const [date, end] = [readCalendarDate(from), readCalendarDate(to)];
    if (!date || !end) return undefined;
    return { precision: plain.startsWith('BET') ? 'between' : 'fromTo', date, end };
  }
  const [, word = '', rest = ''] = /^([A-Z]+)\.?\s+(.+)$/.exec(plain) ?? [];
  const precision = oneDate[word];
  const date = readCalendarDate(precision ? rest : plain);
  return date && { precision: precision ?? 'exact', date };
}

// "12 MAR 1850", "MAR 1850", "1850", "1699/00", "44 BCE", with the calendar before it. Days of other calendars than ours
// would be other days: of them only the year counts.
function readCalendarDate(text: string): CalendarDate | undefined {
  const [, calendar = '', plain = ''] =
    /^(@#D[^@]*@|GREGORIAN|JULIAN|FRENCH_R|HEBREW)?\s*(.*)$/.exec(text.trim()) ?? [];
  if (/FRENCH|HEBREW/.test(calendar)) return undefined;
  const iso = readDay(plain);
  if (iso) return iso;
  const parts =
    /^(?:(?:(\d{1,2})\s+)?([A-Z]{3})[A-Z]*\.?\s+)?(\d{1,4})(?:\/\d{2,4})?\s*(B\.?\s?C\.?(?:E\.?)?)?$/.exec(
      plain,
    );
  if (!parts) return undefined;
  const [, day, monthName, digits, isBefore] = parts;
  const year = Number(digits) * (isBefore ? -1 : 1);
  if (!monthName || /JULIAN/.test(calendar)) return year === 0 ? undefined : { year };
  const month = months.indexOf(monthName) + 1;
  const date: CalendarDate = day ? { year, month, day: Number(day) } : { year, month };
  return isPossible(date) ? date : undefined;
}

function isPossible({ year, month = 1, day = 1 }: CalendarDate): boolean {
  if (year === 0 || month < 1 || month > 12 || day < 1) return false;
  return day <= new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate();
}

// For what is sorted: the earliest and the latest it may have been, as numbers that grow with time.
export function boundsOf(known: KnownDate): { earliest: number; latest: number } {
  const { date } = known;
  const [first, last] = [numberOf(date, 'first'), numberOf(date, 'last')];
  switch (known.precision) {
    case 'exact':
      return { earliest: first, latest: last };
    case 'about':
      return { earliest: first - aboutYears * 10_000, latest: last + aboutYears * 10_000 };
    case 'before':
      return { earliest: -Infinity, latest: first };
    case 'to':
      return { earliest: -Infinity, latest: last };
    case 'after':
      return { earliest: last, latest: Infinity };
    case 'from':
      return { earliest: first, latest: Infinity };
    case 'between':
    case 'fromTo':
      return { earliest: first, latest: numberOf(known.end, 'last') };
  }
}

function numberOf({ year, month, day }: CalendarDate, end: 'first' | 'last'): number {
  const isFirst = end === 'first';
  return year * 10_000 + (month ?? (isFirst ? 1 : 12)) * 100 + (day ?? (isFirst ? 1 : 31));
}

// One number to sort by; what is not known comes last.
export function orderOf(known: KnownDate | undefined): number {
  if (!known) return Infinity;
  const { earliest, latest } = boundsOf(known);
  if (!Number.isFinite(earliest)) return latest;
  if (!Number.isFinite(latest)) return earliest;
  return (earliest + latest) / 2;
}
