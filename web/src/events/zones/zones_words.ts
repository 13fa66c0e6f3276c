// What a time in another zone means for the person: "15:00 in New York is 21:00 for you".

import { addDays, formatDay, formatTime } from '../../lib/dates';
import { t } from '../../lib/messages';
import type { WallTime } from '../types';
import { inZone, isSkipped, settledTimes } from '../../when/zones/zones';
import { isSameZone, placeOfZone } from '../../when/zones/zones_list';

// Empty where both clocks say the same.
export function forYou(wall: WallTime, tzid: string, own: string, hour12: boolean): string {
  if (isSameZone(tzid, own)) return '';
  const here = inZone(wall, tzid, own);
  if (here.slice(0, 16) === wall.slice(0, 16)) return '';
  const times = {
    time: timeOf(wall, hour12),
    place: placeOfZone(tzid),
    here: timeOf(here, hour12),
  };
  const [before, after] = [wall.slice(0, 10), here.slice(0, 10)];
  if (before === after) return t.eventEditor.zones.forYou(times);
  if (after === addDays(before, 1)) return t.eventEditor.zones.forYouNextDay(times);
  if (after === addDays(before, -1)) return t.eventEditor.zones.forYouDayBefore(times);
  return t.eventEditor.zones.forYouOnDay({ ...times, day: formatDay(after) });
}

function timeOf(wall: WallTime, hour12: boolean): string {
  return formatTime(wall.slice(11), hour12);
}

// Times that clocks leave out when they are put forward, and what is saved instead. `end` is in the
// same zone, and left out where it is in another.
export function skippedWords(
  start: WallTime,
  end: WallTime | undefined,
  tzid: string,
  hour12: boolean,
): string {
  const skipped = [start, end ?? start].find((wall) => isSkipped(wall, tzid));
  if (skipped === undefined) return '';
  const real = settledTimes({ start, end }, tzid);
  const words = { place: placeOfZone(tzid), skipped: timeOf(skipped, hour12) };
  const time = timeOf(real.start, hour12);
  if (real.end === undefined || real.end <= real.start) {
    return t.eventEditor.zones.skipped({ ...words, time });
  }
  return t.eventEditor.zones.skippedSpan({ ...words, from: time, to: timeOf(real.end, hour12) });
}
