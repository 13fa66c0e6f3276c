// What a page can say about nights before the server is asked: what they cost, who has them, and which
// rules they break. The server's answer counts; this is what a person sees while they drag.

import { newPlaceLimits } from '../../lib/api_limits';
import { formatDate, formatShortDay, type DateText } from '../../lib/dates';
import type { Days } from '../bookings_api';
import { joinList } from '../joining';
import { moneyText } from '../prices/money';
import {
  isBlockedTitle,
  isTakenTitle,
  nightsText,
  takenRanges,
  type TakenRange,
} from '../editor/quote_words';
import { holders, nightCount, nightsOf, overlaps, sameDays } from './stays';
import type { Booking, NightPrice, Place } from '../types';
import { t } from '../../lib/messages';

export interface Known {
  place: Place;
  // Of this place, around these days.
  bookings: readonly Booking[];
  // At the place.
  today: DateText;
  priceOf: (night: DateText) => NightPrice | undefined;
  // The stay that would move.
  instead?: Booking | undefined;
  // More nights are to come: it is not too short yet.
  isOpen?: boolean;
}

export interface Verdict {
  days: Days;
  nights: number;
  // Undefined until all prices are known, and for what is blocked.
  total: number | undefined;
  // Against what the stay costs now.
  difference: number | undefined;
  currency: string;
  // How many there have to be.
  least: number;
  // In the words of a person, the gravest first.
  problems: string[];
}

// The server knows no stay of more nights.
const mostNights = newPlaceLimits.maxNights.maximum;

export function judge(days: Days, known: Known): Verdict {
  const { place, instead } = known;
  const isBlocked = instead?.extendedProps.kind === 'blocked';
  const total = isBlocked ? undefined : sumOf(days, known.priceOf);
  const before = instead?.extendedProps.total;
  return {
    days,
    nights: nightCount(days),
    total,
    difference: total === undefined || typeof before !== 'number' ? undefined : total - before,
    currency: place.currency,
    least: isBlocked ? 1 : leastNights(days.start, known),
    problems: [...takenWords(days, known), ...ruleWords(days, known, isBlocked)],
  };
}

// Undefined when a price is not known.
export function sumOf(
  days: Days,
  priceOf: (night: DateText) => NightPrice | undefined,
): number | undefined {
  let sum = 0;
  for (const night of nightsOf(days)) {
    const price = priceOf(night)?.price;
    if (price === undefined) return undefined;
    sum += price;
  }
  return sum;
}

// "Taken: 4 Jul by Ada", "Blocked: 5 Jul – 7 Jul".
function takenWords(days: Days, { bookings, instead }: Known): string[] {
  const others = bookings.filter((each) => each.id !== instead?.id);
  const taken = [...holders(others, days)].map(([night, { id, title, extendedProps }]) => ({
    night,
    event: { id, title, kind: extendedProps.kind },
  }));
  const ranges = takenRanges(taken);
  return (['booking', 'blocked'] as const).flatMap((kind) => {
    const those = ranges.filter(({ event }) => event?.kind === kind);
    if (those.length === 0) return [];
    const nights = joinList(those.map(rangeWords));
    return kind === 'booking'
      ? t.bookings.verdict.taken({ nights })
      : t.bookings.verdict.blocked({ nights });
  });
}

// Where names are not shown, the title is that it is taken.
function rangeWords({ first, last, event }: TakenRange): string {
  const days =
    first === last
      ? formatDate(first, 'short')
      : `${formatDate(first, 'short')} – ${formatDate(last, 'short')}`;
  const name = event?.title ?? '';
  const isNamed = name !== '' && !isTakenTitle(name) && !isBlockedTitle(name);
  if (!isNamed) return days;
  return event?.kind === 'blocked'
    ? t.bookings.verdict.for({ days, name })
    : t.bookings.verdict.by({ days, name });
}

function ruleWords(days: Days, known: Known, isBlocked: boolean): string[] {
  const { place, instead } = known;
  if (instead && sameDays(instead, days)) return [];
  const nights = nightCount(days);
  const most = isBlocked ? mostNights : place.maxNights;
  const least = isBlocked ? 1 : leastNights(days.start, known);
  const words: string[] = [];
  if (nights > most) words.push(t.bookings.verdict.longest({ nights: nightsText(most) }));
  if (nights < least && !known.isOpen) {
    words.push(t.bookings.verdict.shortest({ nights: nightsText(least) }));
  }
  if (!place.allowsPast && changesPast(days, known)) words.push(t.bookings.verdict.past());
  return words;
}

// The season of the first night may have a rule of its own.
export function leastNights(
  first: DateText,
  { place, priceOf }: Pick<Known, 'place' | 'priceOf'>,
): number {
  const name = priceOf(first)?.season;
  const season = name === null ? undefined : place.seasons.find((each) => each.name === name);
  return season?.minNights ?? place.minNights;
}

// Nights that are over can neither be added nor given back.
function changesPast(days: Days, { instead, today }: Known): boolean {
  const past = { start: '0001-01-01', end: today };
  if (!instead) return overlaps(days, past);
  const [before, after] = [nightsOf(instead), nightsOf(days)].map((nights) => new Set(nights));
  const isOver = (night: DateText) => night < today && before?.has(night) !== after?.has(night);
  return [...nightsOf(instead), ...nightsOf(days)].some(isOver);
}

// "Fri 3 Jul – Mon 6 Jul"
export function daysText({ start, end }: Days): string {
  return `${dayText(start)} – ${dayText(end)}`;
}

// The same where nothing around it says which year it is.
export function datedText(days: Days, today: DateText): string {
  const year = days.end.slice(0, 4);
  if (today.startsWith(year)) return daysText(days);
  return t.bookings.day.dated({ days: daysText(days), year });
}

export function dayText(day: DateText): string {
  return formatShortDay(day);
}

// "Fri 3 Jul – Mon 6 Jul · 3 nights · €360 (€120 more)"
export function verdictText({ days, nights, total, difference, currency }: Verdict): string {
  const parts = [daysText(days), nightsText(nights)];
  if (total !== undefined && total > 0) parts.push(totalText(total, difference, currency));
  return parts.join(' · ');
}

function totalText(amount: number, difference: number | undefined, currency: string): string {
  const total = moneyText(amount, currency);
  if (!difference) return total;
  const words = { total, difference: moneyText(Math.abs(difference), currency) };
  return difference > 0 ? t.bookings.verdict.more(words) : t.bookings.verdict.less(words);
}
