// Days and stays in whole sentences, for those who hear them.

import { formatDate, formatDay, type DateText } from '../../lib/dates';
import { moneyText } from '../prices/money';
import { nightsText } from '../editor/quote_words';
import type { Halves } from './half_days';
import type { Booking, NightPrice, Place } from '../types';

// "Ada, from Friday, 3 July to Monday, 6 July, 3 nights, in Cottage. Your booking."
export function stayLabel(booking: Booking, place: Pick<Place, 'name'>): string {
  const { title, start, end, extendedProps } = booking;
  const isBlocked = extendedProps.kind === 'blocked';
  const name = isBlocked && title !== 'Blocked' ? `Blocked, ${title}` : title;
  const days = `from ${formatDay(start)} to ${formatDay(end)}, ${nightsText(extendedProps.nights)}`;
  const whose = extendedProps.isOwn && !isBlocked ? ' Your booking.' : '';
  return `${name}, ${days}, in ${place.name}.${whose}`;
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
  const date = formatDate(day, 'long') + (day === today ? ', today' : '');
  return `${date}. ${[...changeWords(halves), nightWords(halves, price, currency)].join(' ')}`;
}

function changeWords({ morning, evening }: Halves<Booking>): string[] {
  if (!morning || morning.id === evening?.id) return [];
  return morning.extendedProps.kind === 'blocked' ? [] : [`${nameOf(morning)} until this day.`];
}

function nightWords(
  { evening }: Halves<Booking>,
  price: NightPrice | undefined,
  currency: string,
): string {
  if (evening) return `${nameOf(evening)}.`;
  const cost = price && price.price > 0 ? [`${moneyText(price.price, currency)} a night`] : [];
  const season = price?.season ? [price.season] : [];
  return `${['Free', ...cost, ...season].join(', ')}.`;
}

function nameOf({ title, extendedProps }: Booking): string {
  if (extendedProps.kind === 'blocked') return title === 'Blocked' ? title : `Blocked, ${title}`;
  if (extendedProps.isOwn) return 'Taken by you';
  return title === 'Taken' ? title : `Taken by ${title}`;
}
