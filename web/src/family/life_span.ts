// Dates of people in the language of who reads them: "about 1850", "between 1840 and 1845", "1850–1920".

import { locale } from '../lib/locale';
import { t } from '../lib/messages';
import { readDate, type CalendarDate, type KnownDate } from './gedcom_date';
import type { Person } from './model';

// How much of a date is said: "12 March 1850" or "1850".
type Detail = 'day' | 'year';

type Dates = Pick<
  Person,
  'birthDate' | 'birthDateText' | 'deathDate' | 'deathDateText' | 'isLiving' | 'isHidden'
>;

// A date as it is known. What is no date is said as it is written; '' if nothing is known.
export function dateInWords(
  day: string | null | undefined,
  text: string | null | undefined,
  detail: Detail = 'day',
): string {
  const known = readDate(day, text);
  return known ? inWords(known, detail) : (text ?? day ?? '').trim().replace(/^\((.*)\)$/, '$1');
}

// For a card: years only, "" where nothing is known. "1850–1920", "about 1850 – 1920", "born 1980".
export function lifeSpan(person: Dates): string {
  if (person.isHidden) return '';
  const birth = readDate(person.birthDate, person.birthDateText);
  const death = readDate(person.deathDate, person.deathDateText);
  if (birth && death) return spanOf(birth, death);
  if (birth) {
    const date = inWords(birth, 'year');
    return person.isLiving ? t.family.dates.born({ date }) : t.family.dates.bornOnly({ date });
  }
  return death ? t.family.dates.died({ date: inWords(death, 'year') }) : '';
}

function spanOf(birth: KnownDate, death: KnownDate): string {
  if (birth.precision === 'exact' && death.precision === 'exact') {
    return t.family.dates.years({ birth: plainYear(birth.date), death: plainYear(death.date) });
  }
  return t.family.dates.span({ birth: inWords(birth, 'year'), death: inWords(death, 'year') });
}

function inWords(known: KnownDate, detail: Detail): string {
  const date = written(known.date, detail);
  const words = t.family.dates;
  switch (known.precision) {
    case 'exact':
      return date;
    case 'about':
      return words.about({ date });
    case 'before':
      return words.before({ date });
    case 'after':
      return words.after({ date });
    case 'from':
      return words.from({ date });
    case 'to':
      return words.until({ date });
    case 'between':
      return words.between({ date, end: written(known.end, detail) });
    case 'fromTo':
      return words.fromTo({ date, end: written(known.end, detail) });
  }
}

function plainYear(date: CalendarDate): string {
  return date.year < 0 ? written(date, 'year') : String(date.year);
}

const formats = new Map<string, Intl.DateTimeFormat>();

function written(date: CalendarDate, detail: Detail): string {
  const parts = detail === 'year' ? 'y' : date.day ? 'ymd' : date.month ? 'ym' : 'y';
  const era = date.year < 0 ? 'era' : '';
  // A plain number, as "1850 CE" and "year 1850" are not what people write.
  if (parts === 'y' && !era && !/^zh/.test(locale())) return String(date.year);
  const key = `${locale()} ${parts}${era}`;
  let format = formats.get(key);
  if (!format) {
    format = new Intl.DateTimeFormat(locale(), {
      calendar: 'gregory',
      timeZone: 'UTC',
      year: 'numeric',
      ...(parts.includes('m') && { month: 'long' }),
      ...(parts.includes('d') && { day: 'numeric' }),
      ...(era && { era: 'short' }),
    });
    formats.set(key, format);
  }
  return format.format(instantOf(date));
}

// The year before 1 is -1 here and 0 in a Date.
function instantOf({ year, month = 1, day = 1 }: CalendarDate): Date {
  const instant = new Date(0);
  instant.setUTCFullYear(year < 0 ? year + 1 : year, month - 1, day);
  return instant;
}
