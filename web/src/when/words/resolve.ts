// From what a line says about when to the start and the end of an event. Times are by the clock on
// the wall of the event's zone; how long it takes is counted by a clock that never changes.

import { addDays, addMonths, type DateText } from '../../lib/dates';
import type { When } from './dates';
import { firstDay } from './first';
import type { Rule } from '../recurrence/rule_model';
import {
  instantOf,
  inZone,
  settledTimes,
  wallAt,
  wallMs,
  wallText,
  type WallTime,
} from '../zones/zones';

// Of a duration either the minutes or the calendar's units count: no two months are equally long.
export type Duration =
  { unit: 'minute'; amount: number } | { unit: 'day' | 'week' | 'month' | 'year'; amount: number };

export interface Said {
  when: When;
  rule: Rule | undefined;
  duration: Duration | undefined;
}

export interface ResolveContext {
  nowMs: number;
  // The day of the person.
  today: DateText;
  // Of the event.
  zone: string;
  defaultMinutes: number;
}

// As an EventDraft has them.
export interface Span {
  start: WallTime | DateText;
  end: WallTime | DateText;
  isAllDay: boolean;
}

const minuteMs = 60_000;

export function resolve(said: Said, context: ResolveContext): Span {
  const { when, rule } = said;
  // With a rule, "for 6 weeks" is how long it goes on.
  const duration = rule && said.duration?.unit !== 'minute' ? undefined : said.duration;
  if (when.minutesFromNow !== undefined) return fromNow(when.minutesFromNow, duration, context);
  if (when.time === undefined) return wholeDays(said, duration, context);
  return timed(when, rule, duration, context);
}

// Whole minutes: nobody has something to do at 9:41:17.
function fromNow(minutes: number, duration: Duration | undefined, context: ResolveContext): Span {
  const startMs = Math.ceil(context.nowMs / minuteMs) * minuteMs + minutes * minuteMs;
  const start = shortWall(wallAt(startMs, context.zone));
  return { start, end: endOf(start, duration, context), isAllDay: false };
}

function wholeDays(
  { when, rule }: Said,
  duration: Duration | undefined,
  context: ResolveContext,
): Span {
  const wanted = when.date ?? context.today;
  const start = rule ? firstDay(rule, wanted) : wanted;
  const last = when.endDate !== undefined && when.endDate > start ? when.endDate : start;
  const end = duration ? moved(start, duration) : addDays(last, 1);
  // What takes minutes, or comes again within the day, has a time, even if nobody says which.
  if (duration?.unit === 'minute' || rule?.frequency === 'HOURLY') {
    return fullHour(start, duration, context);
  }
  return { start, end, isAllDay: true };
}

function fullHour(date: DateText, duration: Duration | undefined, context: ResolveContext): Span {
  const now = wallAt(context.nowMs, context.zone);
  const hour = date === now.slice(0, 10) ? Number(now.slice(11, 13)) + 1 : 9;
  const start = existing(wallText(wallMs(`${date}T00:00:00`) + hour * 60 * minuteMs), context);
  return { start, end: endOf(start, duration, context), isAllDay: false };
}

function timed(
  when: When,
  rule: Rule | undefined,
  duration: Duration | undefined,
  context: ResolveContext,
): Span {
  const { time = '00:00' } = when;
  const date = dateOfTime(when, time, rule, context);
  const said = inOffset(`${date}T${time}`, when, context);
  const start = existing(said, context);
  if (duration) return { start, end: endOf(start, duration, context), isAllDay: false };
  if (when.endTime === undefined) {
    return { start, end: endOf(start, undefined, context), isAllDay: false };
  }
  const hasEndDate = when.endDate !== undefined && when.endDate > date;
  const endDate = hasEndDate && when.endDate !== undefined ? when.endDate : date;
  const isNextDay = !hasEndDate && when.endTime <= time;
  const end = `${isNextDay ? addDays(endDate, 1) : endDate}T${when.endTime}`;
  const times = { start: said, end: inOffset(end, when, context) };
  const settled = settledTimes(times, context.zone);
  return { start, end: shortWall(settled.end), isAllDay: false };
}

// Clocks may skip the time: what is shown is what will be saved.
function existing(wall: WallTime, { zone }: ResolveContext): WallTime {
  return shortWall(inZone(wall, zone, zone));
}

// A time of today that has passed is one of tomorrow, a Friday that has passed one of next week.
function dateOfTime(
  { date, isWeekday = false, offset }: When,
  time: string,
  rule: Rule | undefined,
  context: ResolveContext,
): DateText {
  const isPast = (day: DateText) => {
    const wall = `${day}T${time}:00`;
    const instant =
      offset === undefined ? instantOf(wall, context.zone) : wallMs(wall) - offset * minuteMs;
    return instant < context.nowMs;
  };
  if (date !== undefined) {
    const wanted = rule ? firstDay(rule, date) : date;
    return isWeekday && isPast(wanted) ? addDays(wanted, 7) : wanted;
  }
  const first = rule ? firstDay(rule, context.today) : context.today;
  if (!isPast(first)) return first;
  return rule ? firstDay(rule, addDays(first, 1)) : addDays(first, 1);
}

function inOffset(wall: WallTime, { offset }: When, { zone }: ResolveContext): WallTime {
  if (offset === undefined) return wall;
  return shortWall(wallAt(wallMs(wall) - offset * minuteMs, zone));
}

// An hour that the clocks skip or repeat is not part of the duration.
function endOf(start: WallTime, duration: Duration | undefined, context: ResolveContext): WallTime {
  if (duration && duration.unit !== 'minute') {
    return `${moved(start.slice(0, 10), duration)}${start.slice(10)}`;
  }
  const minutes = duration?.amount ?? context.defaultMinutes;
  const end = wallAt(instantOf(start, context.zone) + minutes * minuteMs, context.zone);
  // In the hour that is there twice, a later time can look earlier, and nobody could tell it apart.
  if (shortWall(end) < start) return shortWall(wallText(wallMs(start) + minutes * minuteMs));
  return shortWall(end);
}

// The day so many days, weeks, months or years later.
export function moved(date: DateText, { unit, amount }: Duration): DateText {
  switch (unit) {
    case 'minute':
      return date;
    case 'day':
      return addDays(date, amount);
    case 'week':
      return addDays(date, 7 * amount);
    case 'month':
      return addMonths(date, amount);
    case 'year':
      return addMonths(date, 12 * amount);
  }
}

function shortWall(wall: WallTime): WallTime {
  return wall.slice(0, 16);
}
