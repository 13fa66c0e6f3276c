// Days and stays in whole sentences, for those who hear them.

import { formatDate, formatDay, type DateText } from '../../lib/dates';
import { aNight } from '../prices/money';
import { joinFacts, joinSentences } from '../joining';
import { isBlockedTitle, isTakenTitle, nightsText } from '../editor/quote_words';
import type { Halves } from './half_days';
import type { Booking, NightPrice, Place } from '../types';
import { t } from '../../lib/messages';

// "Ada, from Friday, 3 July to Monday, 6 July, 3 nights, in Cottage. Your booking."
export function stayLabel(booking: Booking, place: Pick<Place, 'name'>): string {
  const { title, start, end, extendedProps } = booking;
  const isBlocked = extendedProps.kind === 'blocked';
  const isNamed = isBlocked && !isBlockedTitle(title);
  const words = {
    name: isNamed ? t.bookings.day.blockedFor({ title }) : shownTitle(booking),
    start: formatDay(start),
    end: formatDay(end),
    nights: nightsText(extendedProps.nights),
    place: place.name,
  };
  const isOwn = extendedProps.isOwn && !isBlocked;
  return isOwn ? t.bookings.day.ownStay(words) : t.bookings.day.stay(words);
}

// What the server calls what has no name, in the language of the page.
export function shownTitle({ title, extendedProps }: Booking): string {
  if (extendedProps.kind === 'blocked') return isBlockedTitle(title) ? t.bookings.blocked() : title;
  return isTakenTitle(title) && !extendedProps.isOwn ? t.bookings.taken() : title;
}

export interface DayFacts {
  day: DateText;
  today: DateText;
  halves: Halves<Booking>;
  price: NightPrice | undefined;
  currency: string;
}

// "Friday, 3 July 2026. Free, €120 a night, High season."
export function dayLabel({ day, today, halves, price, currency }: DayFacts): string {
  const date = formatDate(day, 'long');
  const first = day === today ? t.bookings.day.today({ date }) : date;
  const facts = [...changeWords(halves), nightWords(halves, price, currency)];
  return t.bookings.unended({ first, then: joinSentences(facts) });
}

function changeWords({ morning, evening }: Halves<Booking>): string[] {
  if (!morning || morning.id === evening?.id) return [];
  if (morning.extendedProps.kind === 'blocked') return [];
  return [t.bookings.day.untilThisDay({ who: nameOf(morning) })];
}

function nightWords(
  { evening }: Halves<Booking>,
  price: NightPrice | undefined,
  currency: string,
): string {
  if (evening) return t.bookings.ended({ text: nameOf(evening) });
  const cost = price && price.price > 0 ? [aNight(price.price, currency)] : [];
  const season = price?.season ? [price.season] : [];
  return t.bookings.ended({ text: joinFacts([t.bookings.day.free(), ...cost, ...season]) });
}

function nameOf({ title, extendedProps }: Booking): string {
  if (extendedProps.kind === 'blocked') {
    return isBlockedTitle(title) ? t.bookings.blocked() : t.bookings.day.blockedFor({ title });
  }
  if (extendedProps.isOwn) return t.bookings.day.takenByYou();
  return isTakenTitle(title) ? t.bookings.taken() : t.bookings.day.takenBy({ name: title });
}
