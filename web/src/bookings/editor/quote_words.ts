// What the server says about a stay, in words: its nights, what they cost, and what is in the way.

import { addDays, formatDate, type DateText } from '../../lib/dates';
import { moneyText } from '../prices/money';
import type { Place, Quote, QuotePart, RuleCode, TakenNight } from '../types';

// "1 night", "3 nights".
export function nightsText(nights: number): string {
  return `${nights} ${nights === 1 ? 'night' : 'nights'}`;
}

// "3 Jul – 6 Jul 2026": from the day of arrival to that of departure.
export function stayText(start: DateText, end: DateText): string {
  const isOneYear = start.slice(0, 4) === end.slice(0, 4);
  return `${formatDate(start, isOneYear ? 'short' : 'medium')} – ${formatDate(end, 'medium')}`;
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
    text: `${nightsText(nights)}${part.season === null ? '' : ` ${part.season}`} × ${moneyText(part.pricePerNight, currency)}`,
    amount: moneyText(total, currency),
  }));
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
  const days =
    nights === 1
      ? `The night of ${formatDate(first, 'short')}`
      : `${formatDate(first, 'short')} to ${formatDate(last, 'short')}, ${nightsText(nights)}`;
  return `${days}: ${isOwn ? 'your own booking' : whoText(event)}`;
}

// Who has a night, as far as one may know.
export function whoText(event: TakenNight['event']): string {
  if (event === undefined) return 'taken';
  if (event.kind === 'blocked')
    return event.title === 'Blocked' ? 'blocked' : `blocked (${event.title})`;
  return event.title;
}

// "All 3 nights are taken." or "2 of these 5 nights are taken."
export function takenSummary(taken: number, nights: number): string {
  if (taken >= nights)
    return nights === 1 ? 'This night is taken.' : `All ${nights} nights are taken.`;
  return `${taken} of these ${nights} nights ${taken === 1 ? 'is' : 'are'} taken.`;
}

type Limits = Pick<Place, 'minNights' | 'maxNights'>;

// Why the server would refuse the stay. Its own words know the season; ours stand in where it sends
// none.
export function refusalText(refusal: { code: RuleCode; detail: string }, place: Limits): string {
  if (refusal.detail !== '') return refusal.detail;
  switch (refusal.code) {
    case 'endNotAfterStart':
      return departureProblem;
    case 'tooLong':
      return `At most ${nightsText(place.maxNights)} can be booked at a time.`;
    case 'tooShort':
      return `At least ${nightsText(place.minNights)} have to be booked.`;
    case 'inThePast':
      return 'Nights that are over cannot be booked or given back.';
    case 'tooManyChanges':
      return 'That moves more nights than can be changed at once. Book the stay anew in its place.';
    case 'overlap':
      return 'Some of these nights are taken.';
    case 'nightsAreFree':
      return 'These nights are free: you can book them.';
    case 'staleVersion':
      return 'This was changed elsewhere meanwhile.';
  }
}

export const departureProblem = 'Departure has to be after arrival.';

// The field that a refusal is about: what is too short is made longer at its end.
export function fieldOfRefusal(code: string): 'start' | 'end' {
  return code === 'inThePast' || code === 'overlap' ? 'start' : 'end';
}
