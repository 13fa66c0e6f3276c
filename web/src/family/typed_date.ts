// Dates as people type them, in any of the languages of the page: "about 1850", "um 1850", "12.3.1850", "zwischen 1840 und
// 1845", "1850年3月". What is understood becomes a day ("1850-03-12") or a text of GEDCOM, which the server keeps; everything
// else stays as it was typed, and the server says what is wrong with it.

import { readDate, type CalendarDate, type KnownDate, type Precision } from './gedcom_date';

const monthNames: readonly (readonly string[])[] = [
  ['january', 'januar', 'jänner'],
  ['february', 'februar'],
  ['march', 'märz', 'maerz'],
  ['april'],
  ['may', 'mai'],
  ['june', 'juni'],
  ['july', 'juli'],
  ['august'],
  ['september'],
  ['october', 'oktober'],
  ['november'],
  ['december', 'dezember'],
];
const gedcomMonths = [
  ...['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN'],
  ...['JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'],
];
const leastOfMonth = 3;

type OneDate = Exclude<Precision, 'between' | 'fromTo' | 'exact'>;

// With one date: what stands before it, and behind it.
const single: readonly [OneDate, RegExp][] = [
  [
    'about',
    /^(?:about|abt|around|approximately|circa|ca|c|um|etwa|ungefähr|gegen|大?约)\.?\s*(.+)$/,
  ],
  ['about', /^(.+?)(?:左右|前后)$/],
  ['before', /^(?:before|bef|vor)\.?\s+(.+)$/],
  ['before', /^(.+?)(?:之前|以前|前)$/],
  ['after', /^(?:after|aft|nach)\.?\s+(.+)$/],
  ['after', /^(.+?)(?:之后|以后|后)$/],
  ['from', /^(?:from|since|von|seit|ab)\s+(.+)$/],
  ['from', /^自(.+?)起?$/],
  ['to', /^(?:to|until|till|bis)\s+(.+)$/],
  ['to', /^至(.+)$/],
];
// With two.
const ranges: readonly ['between' | 'fromTo', RegExp][] = [
  ['between', /^(?:between|bet|zwischen)\.?\s+(.+?)\s+(?:and|und)\s+(.+)$/],
  ['fromTo', /^(?:from|von)\s+(.+?)\s+(?:to|until|till|bis)\s+(.+)$/],
  ['fromTo', /^从(.+?)[到至](.+)$/],
  ['between', /^(.+?)[和与至到](.+?)之间$/],
  ['between', /^(\d{3,4})\s*[–-]\s*(\d{3,4})$/],
];
const gedcomWords: Record<OneDate, string> = {
  about: 'ABT',
  before: 'BEF',
  after: 'AFT',
  from: 'FROM',
  to: 'TO',
};

// What is sent for what was typed.
export function typedDate(text: string): string {
  const typed = text.trim();
  // Written as GEDCOM does, with all that it can say (other calendars, phrases).
  const isGedcom = typed === typed.toUpperCase() && readDate(typed, typed) !== undefined;
  if (typed === '' || isGedcom || typed.includes('(')) return typed;
  const known = readTyped(typed.toLowerCase().replaceAll(/\s+/g, ' '));
  return known ? inGedcom(known) : typed;
}

function readTyped(text: string): KnownDate | undefined {
  for (const [precision, pattern] of ranges) {
    const [, first, last] = pattern.exec(text) ?? [];
    const [date, end] = [readOne(first), readOne(last)];
    if (date && end) return { precision, date, end };
  }
  const exact = readOne(text);
  if (exact) return { precision: 'exact', date: exact };
  for (const [precision, pattern] of single) {
    const date = readOne(pattern.exec(text)?.[1]);
    if (date) return { precision, date };
  }
  return undefined;
}

function readOne(text: string | undefined): CalendarDate | undefined {
  if (text === undefined) return undefined;
  const parts = numbersOf(text.trim());
  if (!parts) return undefined;
  const [year, month, day] = parts;
  // Only days that there are.
  return readDate(null, gedcomOf({ year, ...(month && { month }), ...(day && { day }) }))?.date;
}

type Parts = readonly [year: number, month?: number | undefined, day?: number | undefined];

function numbersOf(text: string): Parts | undefined {
  const [, ...chinese] = /^(\d{1,4})年(?:(\d{1,2})月(?:(\d{1,2})[日号])?)?$/.exec(text) ?? [];
  if (chinese[0]) return partsOf(chinese[0], chinese[1], chinese[2]);
  const [, ...iso] = /^(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?$/.exec(text) ?? [];
  if (iso[0]) return partsOf(iso[0], iso[1], iso[2]);
  const [, ...dotted] = /^(?:(\d{1,2})\. ?)?(\d{1,2})\. ?(\d{3,4})$/.exec(text) ?? [];
  if (dotted[2]) return partsOf(dotted[2], dotted[1], dotted[0]);
  const [, ...named] = /^(?:(\d{1,2})\.? )?(\p{L}+)\.? (\d{3,4})$/u.exec(text) ?? [];
  if (named[1] && named[2]) return withName(named[2], named[1], named[0]);
  const [, ...american] = /^(\p{L}+)\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{3,4})$/u.exec(text) ?? [];
  if (american[0] && american[2]) return withName(american[2], american[0], american[1]);
  const [, year] = /^(\d{3,4})$/.exec(text) ?? [];
  return year ? [Number(year)] : undefined;
}

function partsOf(year: string, month?: string, day?: string): Parts {
  return [Number(year), month ? Number(month) : undefined, day ? Number(day) : undefined];
}

function withName(year: string, name: string, day: string | undefined): Parts | undefined {
  const at = monthNames.findIndex((names) =>
    names.some((each) => name.length >= leastOfMonth && each.startsWith(name)),
  );
  return at < 0 ? undefined : [Number(year), at + 1, day ? Number(day) : undefined];
}

function inGedcom(known: KnownDate): string {
  const date = gedcomOf(known.date);
  switch (known.precision) {
    case 'exact':
      return dayOf(known.date) ?? date;
    case 'between':
      return ['BET', date, 'AND', gedcomOf(known.end)].join(' ');
    case 'fromTo':
      return ['FROM', date, 'TO', gedcomOf(known.end)].join(' ');
    default:
      return `${gedcomWords[known.precision]} ${date}`;
  }
}

function gedcomOf({ year, month, day }: CalendarDate): string {
  return [day, month && gedcomMonths[month - 1], year].filter(Boolean).join(' ');
}

function dayOf({ year, month, day }: CalendarDate): string | undefined {
  if (!month || !day) return undefined;
  const two = (part: number) => String(part).padStart(2, '0');
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;
}
