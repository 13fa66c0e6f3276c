// Seasons as somebody writes them, and what they come to: which night is in which, what overlaps,
// and which of them counts.

import { newPlaceLimits, placeSeasonLimits } from '../../lib/api_limits';
import { addDays, daysBetween, formatDate, isDate, type DateText } from '../../lib/dates';
import { joinList } from '../joining';
import { moneyInput, moneyText, parseMoney, priceProblem } from './money';
import type { Season } from '../types';
import { t } from '../../lib/messages';

export interface SeasonForm {
  // Tells it from the others as long as the form is open.
  key: number;
  name: string;
  isYearly: boolean;
  // "07-01" of every year, "2026-07-01" otherwise; both included.
  from: string;
  to: string;
  price: string;
  // Empty: as the place says.
  minNights: string;
}

export type SeasonProblems = Partial<Record<Exclude<keyof SeasonForm, 'key' | 'isYearly'>, string>>;
export type Span = Pick<SeasonForm, 'isYearly' | 'from' | 'to'>;

export const maxSeasons = newPlaceLimits.seasons.maxItems;
export const maxSeasonName = placeSeasonLimits.name.maxLength;
// A year that has a 29th of February stands for all of them.
const leapYear = '2028';
// What lasts longer than this is not searched for overlaps to its end.
const maxSearched = 4000;

let nextKey = 1;

export function formOfSeason(season: Season, currency: string): SeasonForm {
  return {
    key: nextKey++,
    name: season.name,
    isYearly: season.from.length === 5,
    from: season.from,
    to: season.to,
    price: moneyInput(season.pricePerNight, currency),
    minNights: season.minNights === null ? '' : String(season.minNights),
  };
}

// The summer, until somebody says otherwise.
export function newSeason(price: string): SeasonForm {
  const dates = { isYearly: true, from: '07-01', to: '08-31' };
  return { key: nextKey++, name: '', ...dates, price, minNights: '' };
}

// Of a form without problems.
export function seasonOf(form: SeasonForm, currency: string): Season {
  return {
    name: form.name.trim(),
    from: form.from,
    to: form.to,
    pricePerNight: parseMoney(form.price, currency) ?? 0,
    minNights: form.minNights.trim() === '' ? null : Number(form.minNights),
  };
}

// `longest`: the most nights that a stay at the place has.
export function seasonProblems(
  form: SeasonForm,
  currency: string,
  longest: number,
): SeasonProblems {
  const problems: SeasonProblems = {};
  const name = form.name.trim();
  if (name === '') problems.name = t.bookings.giveName();
  else if (name.length > maxSeasonName) {
    problems.name = t.bookings.atMostCharacters({ count: maxSeasonName });
  }
  const isDay = form.isYearly ? isMonthDay : isDate;
  if (!isDay(form.from)) problems.from = t.bookings.prices.chooseFirst();
  if (!isDay(form.to)) problems.to = t.bookings.prices.chooseLast();
  else if (!form.isYearly && isDay(form.from) && form.to < form.from) {
    problems.to = t.bookings.prices.lastBeforeFirst();
  }
  const price = priceProblem(form.price, currency);
  if (price !== undefined) problems.price = price;
  const nights = numberProblem(form.minNights, longest);
  if (form.minNights.trim() !== '' && nights) problems.minNights = nights;
  return problems;
}

// A whole number from 1 to `max`.
export function numberProblem(text: string, max: number): string | undefined {
  const isWhole = /^\d{1,4}$/.test(text.trim());
  const number = Number(text);
  if (isWhole && number >= 1 && number <= max) return undefined;
  return t.bookings.prices.numberUpTo({ most: String(max) });
}

export function isMonthDay(text: string): boolean {
  return /^\d{2}-\d{2}$/.test(text) && isDate(`${leapYear}-${text}`);
}

function isWhole({ isYearly, from, to }: Span): boolean {
  const isDay = isYearly ? isMonthDay : isDate;
  return isDay(from) && isDay(to) && (isYearly || from <= to);
}

export function isInSeason(span: Span, night: DateText): boolean {
  if (!isWhole(span)) return false;
  const { from, to } = span;
  const day = span.isYearly ? night.slice(5) : night;
  // A season of every year may go over the end of one.
  if (from > to) return day >= from || day <= to;
  return from <= day && day <= to;
}

// The season that counts for a night: the first that it is in.
export function seasonAt<T extends Span>(seasons: readonly T[], night: DateText): T | undefined {
  return seasons.find((each) => isInSeason(each, night));
}

// All nights of it; of one that comes every year, those of one year.
function nightsIn(span: Span): DateText[] {
  if (!isWhole(span)) return [];
  if (!span.isYearly) {
    const count = Math.min(daysBetween(span.from, span.to) + 1, maxSearched);
    return Array.from({ length: count }, (_, at) => addDays(span.from, at));
  }
  const days = Array.from({ length: 366 }, (_, at) => addDays(`${leapYear}-01-01`, at));
  return days.filter((day) => isInSeason(span, day));
}

export interface Overlap<T> {
  // The one above it, which counts.
  over: T;
  nights: DateText[];
  isYearly: boolean;
}

// What seasons before it in the list take from a season.
export function overlapsOf<T extends Span>(seasons: readonly T[], index: number): Overlap<T>[] {
  const season = seasons[index];
  if (!season) return [];
  return seasons.slice(0, index).flatMap((over) => {
    const isYearly = over.isYearly && season.isYearly;
    // Of two kinds, only one of them has nights that can be listed.
    const [listed, other] = season.isYearly ? [over, season] : [season, over];
    const nights = nightsIn(listed).filter((night) => isInSeason(other, night));
    return nights.length === 0 ? [] : [{ over, nights, isYearly }];
  });
}

// Whether every night of a season is in one above it.
export function isCovered(seasons: readonly Span[], index: number): boolean {
  const season = seasons[index];
  // Seasons of a single year never cover one that comes again.
  const above = seasons
    .slice(0, index)
    .filter((each) => each.isYearly || season?.isYearly === false);
  const nights = season ? nightsIn(season) : [];
  return nights.length > 0 && nights.every((night) => seasonAt(above, night) !== undefined);
}

// "1 Jul – 5 Jul, 9 Jul"
export function rangesText(nights: readonly DateText[], isYearly: boolean): string {
  const style = isYearly ? 'short' : 'medium';
  const ranges: { first: DateText; last: DateText }[] = [];
  for (const night of nights) {
    const before = ranges.at(-1);
    if (before && addDays(before.last, 1) === night) before.last = night;
    else ranges.push({ first: night, last: night });
  }
  const texts = ranges.map(({ first, last }) =>
    first === last
      ? formatDate(first, style)
      : `${formatDate(first, style)} – ${formatDate(last, style)}`,
  );
  return joinList(texts);
}

// "High season, 1 Jul – 31 Aug every year: €120"
export function seasonText(season: Season, currency: string): string {
  const isYearly = season.from.length === 5;
  const day = (text: string) =>
    formatDate(isYearly ? `${leapYear}-${text}` : text, isYearly ? 'short' : 'medium');
  const words = {
    name: season.name,
    days: `${day(season.from)} – ${day(season.to)}`,
    price: moneyText(season.pricePerNight, currency),
  };
  const text = isYearly ? t.bookings.prices.yearly(words) : t.bookings.prices.once(words);
  const { minNights } = season;
  if (typeof minNights !== 'number') return text;
  return t.bookings.prices.atLeast({ season: text, count: minNights });
}

// The same days in one year, or in every year.
export function asYearly(span: Span, isYearly: boolean, today: DateText): Span {
  if (isYearly === span.isYearly) return span;
  const { from, to } = span;
  if (isYearly) return { isYearly, from: from.slice(5), to: to.slice(5) };
  const year = Number(today.slice(0, 4));
  const first = dateIn(year, from);
  return { isYearly, from: first, to: dateIn(to < from ? year + 1 : year, to) };
}

// The 29th of February is the 28th in most years.
function dateIn(year: number, monthDay: string): DateText {
  const text = `${String(year).padStart(4, '0')}-${monthDay}`;
  return isDate(text) || !isMonthDay(monthDay) ? text : addDays(`${text.slice(0, 5)}03-01`, -1);
}
