// The nights of the page: what a drag would cost and what is in its way, as far as the page knows.

import { clock } from '../../lib/clock.svelte';
import { addDays, type DateText } from '../../lib/dates';
import type { Days } from '../bookings_api';
import { bookings } from '../data.svelte';
import type { Drag } from './night_drag';
import { NightDrag, type NightDragOptions } from './night_drag.svelte';
import { moveStay } from './stay_moves';
import { judge, leastNights, type Verdict } from './stay_verdict';
import { dayIn } from './stays';

export function pageNights(onmark: NightDragOptions['onmark']): NightDrag {
  return new NightDrag({
    judge: judgeDrag,
    leastNights: (placeId, first) => {
      const place = bookings.placeOf(placeId);
      return place ? leastNights(first, { place, priceOf: pricesOf(placeId) }) : 1;
    },
    onmark,
    onmove: (booking, to) => void moveStay(bookings, booking, to),
  });
}

function judgeDrag(days: Days, { placeId, booking }: Drag, isOpen: boolean): Verdict | undefined {
  const place = bookings.placeOf(placeId);
  if (!place) return undefined;
  return judge(days, {
    place,
    bookings: bookings.bookingsIn(placeId, { start: days.start, end: addDays(days.end, 1) }),
    today: dayIn(place.tzid, clock.minute),
    priceOf: pricesOf(placeId),
    instead: booking,
    isOpen,
  });
}

function pricesOf(placeId: string) {
  return (night: DateText) => bookings.priceOf(placeId, night);
}
