// What a time in another zone means for the person: "15:00 in New York is 21:00 for you".

import { addDays, formatDay, formatTime } from '../../lib/dates';
import type { WallTime } from '../types';
import { inZone, isSkipped } from './zones';
import { isSameZone, placeOfZone } from './zones_list';

// Empty where both clocks say the same.
export function forYou(wall: WallTime, tzid: string, own: string, hour12: boolean): string {
  if (isSameZone(tzid, own)) return '';
  const here = inZone(wall, tzid, own);
  if (here.slice(0, 16) === wall.slice(0, 16)) return '';
  const there = `${timeOf(wall, hour12)} in ${placeOfZone(tzid)}`;
  return `${there} is ${timeOf(here, hour12)}${dayWords(wall, here)} for you`;
}

function timeOf(wall: WallTime, hour12: boolean): string {
  return formatTime(wall.slice(11), hour12);
}

function dayWords(wall: WallTime, here: WallTime): string {
  const [before, after] = [wall.slice(0, 10), here.slice(0, 10)];
  if (before === after) return '';
  if (after === addDays(before, 1)) return ' the next day';
  if (after === addDays(before, -1)) return ' the day before';
  return ` on ${formatDay(after)}`;
}

// A time that clocks leave out when they are put forward.
export function skippedWords(wall: WallTime, tzid: string, hour12: boolean): string {
  if (!isSkipped(wall, tzid)) return '';
  const real = inZone(wall, tzid, tzid);
  const place = placeOfZone(tzid);
  return (
    `Clocks in ${place} leave out ${timeOf(wall, hour12)} on this day; ` +
    `it is at ${timeOf(real, hour12)}.`
  );
}
