// Time zones by what the browser knows of them (Intl): what a clock on the wall of one place says
// when that of another place says something.

import { currentName } from './zone_names';

// "2026-11-15T09:00:00" by the clock on the wall; "2026-11-15T08:00:00Z".
export type WallTime = string;
export type UtcTime = string;

const minuteMs = 60_000;
const dayMs = 86_400_000;

// null: this browser does not know the zone.
const formatters = new Map<string, Intl.DateTimeFormat | null>();

// Making one takes longer than using it a hundred times.
function formatterOf(tzid: string): Intl.DateTimeFormat | null {
  let made = formatters.get(tzid);
  if (made === undefined) {
    made = madeFor(tzid);
    formatters.set(tzid, made);
  }
  return made;
}

function madeFor(tzid: string): Intl.DateTimeFormat | null {
  try {
    return new Intl.DateTimeFormat('en-US', {
      timeZone: tzid,
      calendar: 'iso8601',
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
  } catch {
    return null;
  }
}

export function isZone(tzid: string): boolean {
  return formatterOf(tzid) !== null;
}

// The zone of this browser, by its present name.
export function zoneHere(): string {
  return currentName(new Intl.DateTimeFormat().resolvedOptions().timeZone);
}

// The zone in which a person is shown times. Who never chose one is where their browser is.
export function ownZone(preferences: { defaultTzid: string; version: number }): string {
  const { defaultTzid, version } = preferences;
  const isChosen = version > 1 || (version === 1 && defaultTzid !== 'UTC');
  return isChosen && isZone(defaultTzid) ? defaultTzid : zoneHere();
}

// How far the clocks of the zone are ahead of UTC then, in milliseconds. A zone that this browser does
// not know counts as UTC, so that what is in it can be looked at all the same.
export function offsetAt(tzid: string, instantMs: number): number {
  const second = Math.floor(instantMs / 1000) * 1000;
  const formatter = formatterOf(tzid);
  if (!formatter) return 0;
  const parts = formatter.formatToParts(second);
  const part = (type: Intl.DateTimeFormatPartTypes) =>
    Number(parts.find((one) => one.type === type)?.value ?? '0');
  const wall = new Date(0);
  wall.setUTCFullYear(part('year'), part('month') - 1, part('day'));
  wall.setUTCHours(part('hour'), part('minute'), part('second'));
  return wall.getTime() - second;
}

// "2026-11-15T09:00" or with seconds, as if the wall were in Greenwich. NaN when it is no time.
export function wallMs(wall: WallTime): number {
  const full = wall.length === 16 ? `${wall}:00` : wall;
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/.test(full)) return NaN;
  return Date.parse(`${full}Z`);
}

export function wallText(ms: number): WallTime {
  return new Date(ms).toISOString().slice(0, 19);
}

// The instant of a wall time. What the zone skips is moved on by as much as is skipped; of what it
// has twice, the first is meant.
export function instantOf(wall: WallTime, tzid: string): number {
  const local = wallMs(wall);
  const before = offsetAt(tzid, local - dayMs);
  const after = offsetAt(tzid, local + dayMs);
  // The earliest instant at which the clock says it; a zone changes at most once in these two days.
  for (const offset of before === after ? [before] : [before, after]) {
    if (offsetAt(tzid, local - offset) === offset) return local - offset;
  }
  // Nowhere: skipped. By the clock of before, it comes out later by what was skipped.
  return local - before;
}

export function utcOf(wall: WallTime, tzid: string): UtcTime {
  return `${wallText(instantOf(wall, tzid))}Z`;
}

export function wallAt(instantMs: number, tzid: string): WallTime {
  return wallText(instantMs + offsetAt(tzid, instantMs));
}

export function wallOfUtc(utc: UtcTime, tzid: string): WallTime {
  return wallAt(Date.parse(utc), tzid);
}

// The same moment by the clock of another zone.
export function inZone(wall: WallTime, from: string, to: string): WallTime {
  return wallAt(instantOf(wall, from), to);
}

// Whether the clock of the zone skips this time.
export function isSkipped(wall: WallTime, tzid: string): boolean {
  return wallMs(wallAt(instantOf(wall, tzid), tzid)) !== wallMs(wall);
}

// The times that an event gets when it is saved, by the clock of its zone: a start that the zone skips
// begins later, and the end goes along, so that an hour stays an hour. The server decides the same.
export function settledTimes<Times extends { start: WallTime; end?: WallTime | undefined }>(
  times: Times,
  tzid: string,
): Times {
  const start = inZone(times.start, tzid, tzid);
  const skippedMs = wallMs(start) - wallMs(times.start);
  const settled = skippedMs === 0 ? times : { ...times, start };
  if (times.end === undefined) return settled;
  const end = wallText(wallMs(times.end) + skippedMs);
  return skippedMs === 0 && !isSkipped(end, tzid)
    ? settled
    : { ...settled, end: inZone(end, tzid, tzid) };
}

// "UTC+5:30", "UTC-5", "UTC".
export function offsetText(tzid: string, instantMs: number): string {
  const minutes = Math.round(offsetAt(tzid, instantMs) / minuteMs);
  if (minutes === 0) return 'UTC';
  const size = Math.abs(minutes);
  const rest = size % 60 === 0 ? '' : `:${String(size % 60).padStart(2, '0')}`;
  return `UTC${minutes < 0 ? '−' : '+'}${Math.floor(size / 60)}${rest}`;
}
