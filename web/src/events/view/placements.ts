// Where an occurrence lies in the view, where a gesture puts it, and what that means for the event.

import { dateOf } from '../../calendar_grid/fullcalendar_events';
import type { Span } from '../../calendar_grid/grid_item';
import { addDays, type DateText } from '../../lib/dates';
import type { EventDraft, EventPatch, Occurrence, PlannerEvent, WallTime } from '../types';
import { inZone, settledTimes, utcOf, wallMs, wallText } from '../../when/zones/zones';

// In the zone of the view; ends of whole days are exclusive.
export interface Placement {
  start: WallTime | DateText;
  end: WallTime | DateText;
  isAllDay: boolean;
}

export interface Lengths {
  // What is marked by one press.
  slotMinutes: number;
  // How long something new is.
  newMinutes: number;
}

const minuteMs = 60_000;

export function addMinutes(wall: WallTime, minutes: number): WallTime {
  return wallText(wallMs(wall) + minutes * minuteMs);
}

export function minutesBetween(from: WallTime, to: WallTime): number {
  return (wallMs(to) - wallMs(from)) / minuteMs;
}

// It has no duration, and is shown as long as one press.
export function isMoment({ start, end, isAllDay }: Placement): boolean {
  return !isAllDay && end <= start;
}

// The last day on which any of it is. Midnight is the end of a day, not the beginning of another.
export function lastDayOf(placement: Placement): DateText {
  const first = placement.start.slice(0, 10);
  const end = placement.end.slice(0, 10);
  const isUntilMidnight = placement.isAllDay || placement.end.slice(11, 16) === '00:00';
  const last = isUntilMidnight ? addDays(end, -1) : end;
  return last > first ? last : first;
}

// Where a gesture puts it; undefined when that is where it was.
export function movedTo(was: Placement, span: Span, lengths: Lengths): Placement | undefined {
  const to = spanPlacement(was, span, lengths);
  const isSame = to.isAllDay === was.isAllDay && to.start === was.start && to.end === was.end;
  return isSame ? undefined : to;
}

function spanPlacement(was: Placement, span: Span, lengths: Lengths): Placement {
  if (span.allDay) {
    const start = dateOf(span.start);
    return { start, end: span.end ? dateOf(span.end) : addDays(start, 1), isAllDay: true };
  }
  const start = wallText(span.start.getTime());
  const length = was.isAllDay ? lengths.newMinutes : minutesBetween(was.start, was.end);
  const end = span.end ? wallText(span.end.getTime()) : addMinutes(start, length);
  // A moment that was moved is still one; it gets a duration only by being made longer.
  const isStillMoment = isMoment(was) && minutesBetween(start, end) === lengths.slotMinutes;
  return { start, end: isStillMoment ? start : end, isAllDay: false };
}

// What was marked, as the beginning of a new event.
export function draftOf(span: Span, { slotMinutes, newMinutes }: Lengths): EventDraft {
  if (span.allDay) {
    const start = dateOf(span.start);
    return { start, end: span.end ? dateOf(span.end) : addDays(start, 1), isAllDay: true };
  }
  const start = wallText(span.start.getTime());
  const marked = span.end ? wallText(span.end.getTime()) : start;
  const isOnePress = minutesBetween(start, marked) <= slotMinutes;
  return { start, end: isOnePress ? addMinutes(start, newMinutes) : marked, isAllDay: false };
}

// As it will be saved: clocks may skip where a gesture has put it. What floats has no such clocks.
export function settled<Times extends Placement | EventDraft>(times: Times, zone: string): Times {
  return times.isAllDay ? times : settledTimes(times, zone);
}

// The same of what is being dragged.
export function settledSpan(span: Span, zone: string): Span {
  if (span.allDay) return span;
  const wall = {
    start: wallText(span.start.getTime()),
    end: span.end ? wallText(span.end.getTime()) : undefined,
  };
  const { start, end } = settledTimes(wall, zone);
  return {
    start: new Date(wallMs(start)),
    end: end === undefined ? null : new Date(wallMs(end)),
    allDay: false,
  };
}

// The change that puts the event there. Its own zones stay its own: the person drags by the clock of
// the view, and the event is told what the clock of its zone says then.
export function patchOf(event: Occurrence, to: Placement, zone: string): EventPatch {
  if (to.isAllDay) {
    const days = { startDate: to.start, endDate: to.end };
    return event.isAllDay ? days : { isAllDay: true, ...days };
  }
  if (event.isAllDay) {
    return { isAllDay: false, start: to.start, end: to.end, startTzid: zone };
  }
  const own = (wall: WallTime, tzid: string | null) => (tzid ? inZone(wall, zone, tzid) : wall);
  return {
    start: own(to.start, event.startTzid),
    end: isMoment(to) ? null : own(to.end, event.endTzid ?? event.startTzid),
  };
}

// The change that puts it back to where it was.
export function backPatch(event: Occurrence): EventPatch {
  if (event.isAllDay) {
    const { startDate = event.start, endDate = event.end } = event;
    return { isAllDay: true, startDate, endDate };
  }
  const { startLocal = event.start, endLocal = null, startTzid, endTzid } = event;
  return { isAllDay: false, start: startLocal, end: endLocal, startTzid, endTzid };
}

// The id of the occurrence `before` after its series was moved so that it lies at `to`. It is named
// by its day in the zone of the series, or by its moment when there are several a day.
export function occurrenceId(
  series: PlannerEvent,
  before: Occurrence,
  to: Placement,
  zone: string,
): string {
  const uuid = series.id.replace(/^mst_/, '');
  const isByMoment = before.id.split('_')[1]?.includes('T') ?? false;
  const { startTzid } = series;
  const own = startTzid && !to.isAllDay ? inZone(to.start, zone, startTzid) : to.start;
  const moment = startTzid ? utcOf(own, startTzid) : `${own}Z`;
  const tag = (isByMoment ? moment : own.slice(0, 10)).replace(/[-:]/g, '');
  return `inst_${tag}_${uuid}`;
}
