// Dates and times of day as the fields of a form have them, and the end that goes along when the
// start moves.

import { addDays, daysBetween, isDate, type DateText } from '../../lib/dates';
import type { WallTime } from '../types';
import { instantOf, wallAt } from '../../when/zones/zones';

// "09:00", or "09:00:30" for those who have seconds.
export type Clock = string;

const clockPattern = /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/;
const dayMinutes = 1440;

export function isClock(text: string): boolean {
  return clockPattern.test(text);
}

export function dateOf(wall: string): DateText {
  return wall.slice(0, 10);
}

// Seconds are shown only by those who have some. Empty for a date alone.
export function timeOf(wall: string): Clock {
  return wall.slice(11, 19).replace(/^(\d\d:\d\d):00$/, '$1');
}

export function wallOf(date: DateText, time: Clock): WallTime {
  return `${date}T${time.length === 5 ? `${time}:00` : time}`;
}

export function plusMinutes(
  date: DateText,
  time: Clock,
  minutes: number,
): { date: DateText; time: Clock } {
  const total = minutesOf(time) + minutes;
  const days = Math.floor(total / dayMinutes);
  const rest = total - days * dayMinutes;
  const two = (number: number) => String(number).padStart(2, '0');
  return {
    date: addDays(date, days),
    time: `${two(Math.floor(rest / 60))}:${two(rest % 60)}${time.slice(5)}`,
  };
}

export function minutesOf(time: Clock): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
}

export interface Span {
  isAllDay: boolean;
  startDate: DateText;
  startTime: Clock;
  endDate: DateText;
  endTime: Clock;
  zone: string;
  endZone: string;
}

export function isSteady(span: Span): boolean {
  return (
    isDate(span.startDate) &&
    isDate(span.endDate) &&
    isClock(span.startTime) &&
    isClock(span.endTime)
  );
}

// How long it takes by the clocks on the wall; by a watch, where the end is in another zone.
export function minutesOfSpan(span: Span): number {
  const start = wallOf(span.startDate, span.startTime);
  const end = wallOf(span.endDate, span.endTime);
  if (span.endZone !== '' && span.zone !== '') {
    return (instantOf(end, span.endZone) - instantOf(start, span.zone)) / 60_000;
  }
  const days = daysBetween(span.startDate, span.endDate);
  return days * dayMinutes + minutesOf(span.endTime) - minutesOf(span.startTime);
}

// A new start takes the end along: what lasted an hour still does. `steady` is the form before
// somebody began to type, since a field may hold no time for a moment.
export function movedSpan<T extends Span>(form: T, start: Partial<Span>, steady: Span = form): T {
  const next = { ...form, ...start };
  if (!isSteady(next) || !isSteady(steady)) return next;
  if (next.isAllDay) {
    const days = Math.max(0, daysBetween(steady.startDate, steady.endDate));
    return { ...next, endDate: addDays(next.startDate, days) };
  }
  const minutes = Math.max(0, minutesOfSpan(steady));
  if (next.endZone !== '' && next.zone !== '') {
    const begins = instantOf(wallOf(next.startDate, next.startTime), next.zone);
    const ends = wallAt(begins + minutes * 60_000, next.endZone);
    return { ...next, endDate: dateOf(ends), endTime: timeOf(ends) };
  }
  const end = plusMinutes(next.startDate, next.startTime, minutes);
  return { ...next, endDate: end.date, endTime: end.time };
}
