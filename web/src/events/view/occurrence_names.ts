// Occurrences in words: what screen readers say, what a pointer is told, and the times in a list.

import { formatDate, formatDay, formatTime } from '../../lib/dates';
import { t } from '../../lib/messages';
import { isMoment, lastDayOf } from './placements';
import type { Occurrence } from '../types';
import { placeOfZone } from '../../when/zones/zone_names';

// "Standup, Tuesday, 17 November, 9:00 to 9:15, repeats, Room 4, tagged work"
// In a calendar, its name comes last.
export function fullName(
  occurrence: Occurrence,
  zone: string,
  hour12: boolean,
  calendar = '',
): string {
  const words = [occurrence.title, ...whenWords(occurrence, hour12)];
  const there = timeThere(occurrence, zone, hour12);
  if (there) words.push(there);
  if (isRecurring(occurrence)) words.push(t.events.words.repeats());
  if (occurrence.status === 'TENTATIVE') words.push(t.events.words.tentative());
  if (occurrence.status === 'CANCELLED') words.push(t.events.words.cancelled());
  if (occurrence.location) words.push(occurrence.location);
  if (occurrence.tags.length > 0) words.push(tagged(occurrence.tags));
  if (calendar) words.push(t.events.words.inCalendar({ calendar }));
  return enumerated(words);
}

// In lines, for whoever points at it.
export function hintOf(occurrence: Occurrence, zone: string, hour12: boolean): string {
  const lines = [occurrence.title, timeWords(occurrence, hour12)];
  const there = timeThere(occurrence, zone, hour12);
  if (there) lines.push(there);
  if (occurrence.location) lines.push(occurrence.location);
  if (occurrence.tags.length > 0) lines.push(tagWords(occurrence));
  return lines.join('\n');
}

// The time in a row of a list.
export function timeWords(occurrence: Occurrence, hour12: boolean): string {
  if (occurrence.isAllDay) {
    const last = lastDayOf(occurrence);
    return last > occurrence.start
      ? t.events.words.until({ day: formatDate(last, 'short') })
      : t.events.words.allDay();
  }
  const start = clockTime(occurrence.start, hour12);
  if (isMoment(occurrence)) return start;
  return t.events.words.span({ from: start, to: clockTime(occurrence.end, hour12) });
}

// "tagged work, home".
export function tagged(tags: readonly string[]): string {
  return t.events.words.tagged({ tags: enumerated(tags) });
}

export function tagWords({ tags }: Pick<Occurrence, 'tags'>): string {
  return tags.map((tag) => `#${tag}`).join(' ');
}

export function isRecurring(occurrence: Pick<Occurrence, 'kind'>): boolean {
  return occurrence.kind !== 'event';
}

// What the clocks say where it takes place, when that is elsewhere: "15:00 in New York".
export function timeThere(occurrence: Occurrence, zone: string, hour12: boolean): string {
  const { startTzid, startLocal, isAllDay } = occurrence;
  if (isAllDay || !startTzid || !startLocal || startTzid === zone) return '';
  // Other names, the same clock.
  if (startLocal === occurrence.start) return '';
  const day = startLocal.slice(0, 10);
  const isOtherDay = day !== occurrence.start.slice(0, 10);
  const time = clockTime(startLocal, hour12);
  const place = placeOfZone(startTzid);
  if (!isOtherDay) return t.events.words.inPlace({ when: time, place });
  return t.events.words.onDayInPlace({ time, day: formatDate(day, 'short'), place });
}

function whenWords(occurrence: Occurrence, hour12: boolean): string[] {
  const { start, end, isAllDay } = occurrence;
  const [first, last] = [start.slice(0, 10), lastDayOf(occurrence)];
  if (isAllDay) {
    return last > first
      ? [t.events.words.spoken({ from: formatDay(first), to: formatDay(last) })]
      : [formatDay(first), t.events.words.lowAllDay()];
  }
  const from = clockTime(start, hour12);
  if (isMoment(occurrence)) return [formatDay(first), from];
  const to = clockTime(end, hour12);
  if (last <= first) return [formatDay(first), t.events.words.spoken({ from, to })];
  const moment = (date: string, time: string) =>
    t.events.words.dayAndTime({ day: formatDay(date), time });
  return [t.events.words.spoken({ from: moment(first, from), to: moment(last, to) })];
}

// "a, b, c".
function enumerated(words: readonly string[]): string {
  return words.reduce((first, then) => t.events.words.both({ first, then }));
}

function clockTime(wall: string, hour12: boolean): string {
  return formatTime(wall.slice(11, 16), hour12);
}
