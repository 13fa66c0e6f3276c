// What is free next to nights that are taken: the part of them that is left, the same number of
// nights before and after, each as near as possible.

import { addDays, daysBetween, type DateText } from '../../lib/dates';
import type { Days } from '../bookings_api';
import { covers, nightCount, nightsOf } from './stays';
import { t } from '../../lib/messages';

export interface FreeStay extends Days {
  kind: 'part' | 'before' | 'after';
}

// How far to look to either side.
export const lookAroundDays = 60;

export interface Limits {
  // The first night that can still be booked.
  earliest: DateText;
  minNights: number;
  maxNights: number;
}

// `taken` are the stays within `lookAroundDays` of the wanted one.
export function freeNear(wanted: Days, taken: readonly Days[], limits: Limits): FreeStay[] {
  const length = Math.min(nightCount(wanted), limits.maxNights);
  if (length < 1) return [];
  const held = new Set(taken.flatMap((stay) => nightsOf(stay)));
  const isFree = (night: DateText) => night >= limits.earliest && !held.has(night);
  const found: FreeStay[] = [];
  const part = longestPart(wanted, isFree, limits);
  if (part) found.push({ ...part, kind: 'part' });
  for (const kind of ['before', 'after'] as const) {
    const stay = nearest(wanted, length, kind === 'before' ? -1 : 1, isFree);
    // What is nearest may lie within what was wanted, as its free part does.
    if (stay && !found.some((known) => covers(known, stay))) found.push({ ...stay, kind });
  }
  return found;
}

// The longest run of free nights within the wanted ones; undefined when it is too short to be booked.
function longestPart(
  wanted: Days,
  isFree: (night: DateText) => boolean,
  { minNights, maxNights }: Limits,
): Days | undefined {
  let best: Days | undefined;
  let start: DateText | undefined;
  for (const night of [...nightsOf(wanted), wanted.end]) {
    const goesOn = night < wanted.end && isFree(night);
    if (goesOn) start ??= night;
    else if (start !== undefined) {
      const run = { start, end: night };
      if (!best || nightCount(run) > nightCount(best)) best = run;
      start = undefined;
    }
  }
  if (!best || nightCount(best) < minNights) return undefined;
  const end = addDays(best.start, Math.min(nightCount(best), maxNights));
  return { start: best.start, end };
}

function nearest(
  wanted: Days,
  length: number,
  direction: 1 | -1,
  isFree: (night: DateText) => boolean,
): Days | undefined {
  for (let step = 1; step <= lookAroundDays - length; step++) {
    const start = addDays(wanted.start, step * direction);
    const stay = { start, end: addDays(start, length) };
    if (nightsOf(stay).every(isFree)) return stay;
  }
  return undefined;
}

// The days that have to be known for that.
export function around({ start, end }: Days): Days {
  return { start: addDays(start, -lookAroundDays), end: addDays(end, lookAroundDays) };
}

// "2 days earlier", "the day after": how far an offer is from what was wanted.
export function distanceText(wanted: Days, offer: FreeStay): string {
  if (offer.kind === 'part') return t.bookings.takenNights.part();
  const days = Math.abs(daysBetween(wanted.start, offer.start));
  return offer.kind === 'before'
    ? t.bookings.takenNights.earlier({ count: days })
    : t.bookings.takenNights.later({ count: days });
}
