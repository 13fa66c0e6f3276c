// What the server says about a stay, in words: its nights, what they cost, and what is in the way.

import { addDays, formatDate, formatSpan, type DateText } from '../../lib/dates';
import { moneyText } from '../prices/money';
import type { Place, Quote, QuotePart, RuleCode, TakenNight } from '../types';
import { t } from '../../lib/messages';

// What the server calls nights that have no name to show: it says so in English, and pages say it in their language.
export function isBlockedTitle(title: string): boolean {
  return title === 'Blocked';
}

// Where names are not shown.
export function isTakenTitle(title: string): boolean {
  return title === 'Taken';
}

// "1 night", "3 nights".
export function nightsText(nights: number): string {
  return t.bookings.nights({ count: nights });
}

// "3 Jul – 6 Jul 2026": from the day of arrival to that of departure.
export function stayText(start: DateText, end: DateText): string {
  return formatSpan(start, end);
}

export interface PriceLine {
  // "3 nights High season × €120"
  text: string;
  // "€360"
  amount: string;
}

// What a stay costs, a line per season. Parts of one season that lie apart are one line.
export function priceLines(parts: readonly QuotePart[], currency: string): PriceLine[] {
  const lines = new Map<string, { part: QuotePart; nights: number; total: number }>();
  for (const part of parts) {
    const key = JSON.stringify([part.season, part.pricePerNight]);
    const known = lines.get(key) ?? { part, nights: 0, total: 0 };
    lines.set(key, {
      part,
      nights: known.nights + part.nights,
      total: known.total + part.total,
    });
  }
  return [...lines.values()].map(({ part, nights, total }) => ({
    text: partText(part, nights, currency),
    amount: moneyText(total, currency),
  }));
}

function partText({ season, pricePerNight }: QuotePart, count: number, currency: string): string {
  const words = { nights: nightsText(count), price: moneyText(pricePerNight, currency) };
  if (season === null) return t.bookings.quote.line(words);
  return t.bookings.quote.seasonLine({ ...words, season });
}

// "3 nights High season × €120 = €360"
export function lineText({ text, amount }: PriceLine): string {
  return `${text} = ${amount}`;
}

// Nobody wants to read five lines that say zero.
export function isFree({ parts }: Pick<Quote, 'parts'>): boolean {
  return parts.every(({ total }) => total === 0);
}

export interface TakenRange {
  first: DateText;
  // Inclusive.
  last: DateText;
  nights: number;
  event?: TakenNight['event'];
}

// Nights that follow each other and belong to the same booking, together.
export function takenRanges(taken: readonly TakenNight[]): TakenRange[] {
  const ranges: TakenRange[] = [];
  const sorted = [...taken].sort((left, right) => left.night.localeCompare(right.night));
  for (const { night, event } of sorted) {
    const before = ranges.at(-1);
    const goesOn = before && addDays(before.last, 1) === night && before.event?.id === event?.id;
    if (goesOn) {
      before.last = night;
      before.nights++;
    } else {
      ranges.push({ first: night, last: night, nights: 1, ...(event ? { event } : {}) });
    }
  }
  return ranges;
}

// "3 Jul to 4 Jul, 2 nights: Ada", "The night of 5 Jul: taken"
export function takenText(range: TakenRange, isOwn = false): string {
  const { first, last, nights, event } = range;
  const who = isOwn ? t.bookings.takenNights.own() : whoText(event);
  const day = formatDate(first, 'short');
  if (nights === 1) return t.bookings.takenNights.one({ day, who });
  return t.bookings.takenNights.range({
    first: day,
    last: formatDate(last, 'short'),
    nights: nightsText(nights),
    who,
  });
}

// Who has a night, as far as one may know.
export function whoText(event: TakenNight['event']): string {
  if (event === undefined) return t.bookings.takenNights.taken();
  const { title } = event;
  if (event.kind !== 'blocked') return isTakenTitle(title) ? t.bookings.takenNights.taken() : title;
  return isBlockedTitle(title)
    ? t.bookings.takenNights.blocked()
    : t.bookings.takenNights.blockedFor({ title });
}

// "All 3 nights are taken." or "2 of these 5 nights are taken."
export function takenSummary(taken: number, nights: number): string {
  if (taken >= nights) return t.bookings.takenNights.all({ count: nights });
  return t.bookings.takenNights.some({ count: taken, nights: String(nights) });
}

type Limits = Pick<Place, 'minNights' | 'maxNights'>;

// Why the server would refuse the stay. Its own words know the season; ours stand in where it sends
// none.
export function refusalText(refusal: { code: RuleCode; detail: string }, place: Limits): string {
  if (refusal.detail !== '') return refusal.detail;
  switch (refusal.code) {
    case 'endNotAfterStart':
      return departureProblem();
    case 'tooLong':
      return t.bookings.refusals.tooLong({ nights: nightsText(place.maxNights) });
    case 'tooShort':
      return t.bookings.refusals.tooShort({ nights: nightsText(place.minNights) });
    default:
      return t.bookings.refusals[refusal.code]();
  }
}

export function departureProblem(): string {
  return t.bookings.fields.departureAfter();
}

// The field that a refusal is about: what is too short is made longer at its end.
export function fieldOfRefusal(code: string): 'start' | 'end' {
  return code === 'inThePast' || code === 'overlap' ? 'start' : 'end';
}
