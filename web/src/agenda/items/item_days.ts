// When an item is: its days, and where a gesture puts it.

import type { Span } from '../../calendar_grid/grid_item';
import { dateOf } from '../../calendar_grid/fullcalendar_events';
import { addDays, type DateRange, type DateText } from '../../lib/dates';
import { wallMs, wallText } from '../../when/zones/zones';
import type { AgendaItem, AgendaSpan } from '../types';

const minuteMs = 60_000;

export function addMinutes(wall: string, minutes: number): string {
  return wallText(wallMs(wall) + minutes * minuteMs);
}

// The same thing may be there as due and as planned, and two apps may use the same id.
export function keyOf({ app, kind, id, task }: Pick<AgendaItem, 'app' | 'kind' | 'id' | 'task'>) {
  return [app, kind, task?.as ?? '', id].join(':');
}

// Without an end, a day; or a moment.
export function spanOf(item: Pick<AgendaItem, 'start' | 'end' | 'allDay'>): AgendaSpan {
  const { start, allDay } = item;
  const end = item.end ?? (allDay ? addDays(start, 1) : start);
  return { start, end, allDay };
}

// The days on which any of it is. Of a stay, the day of departure is one of them.
export function daysOf(item: Pick<AgendaItem, 'start' | 'end' | 'allDay'>): DateRange {
  const { start, end, allDay } = spanOf(item);
  const from = start.slice(0, 10);
  const last = end.slice(0, 10);
  const isUntilMidnight = allDay || (end.slice(11, 16) === '00:00' && last > from);
  const to: DateText = isUntilMidnight ? addDays(last, -1) : last;
  return { from, to: to > from ? to : from };
}

// What is from noon to noon.
export function isBand({ kind, allDay }: Pick<AgendaItem, 'kind' | 'allDay'>): boolean {
  return allDay && (kind === 'stay' || kind === 'blocked');
}

export interface Lengths {
  // What is marked by one press.
  slotMinutes: number;
  // How long something new is.
  newMinutes: number;
}

// Where a gesture puts an item; undefined when that is where it was.
export function movedTo(
  item: Pick<AgendaItem, 'start' | 'end' | 'allDay'>,
  { start, end, allDay }: Span,
  { slotMinutes, newMinutes }: Lengths,
): AgendaSpan | undefined {
  const was = spanOf(item);
  const to = allDay ? wholeDays() : hours();
  const isSame = to.allDay === was.allDay && to.start === was.start && to.end === was.end;
  return isSame ? undefined : to;

  function wholeDays(): AgendaSpan {
    const first = dateOf(start);
    return { start: first, end: end ? dateOf(end) : addDays(first, 1), allDay: true };
  }

  function hours(): AgendaSpan {
    const from = wallText(start.getTime());
    const length = was.allDay ? newMinutes : (wallMs(was.end) - wallMs(was.start)) / minuteMs;
    const to = end ? wallText(end.getTime()) : addMinutes(from, length);
    // A moment that was moved is still one; it gets a duration only by being made longer.
    const isMoment = !was.allDay && was.end <= was.start;
    const isStillMoment = isMoment && wallMs(to) - wallMs(from) <= slotMinutes * minuteMs;
    return { start: from, end: isStillMoment ? from : to, allDay: false };
  }
}

// What was marked, or let go, as the time of something.
export function spanAt({ start, end, allDay }: Span, { slotMinutes, newMinutes }: Lengths) {
  if (allDay) {
    const first = dateOf(start);
    return { start: first, end: end ? dateOf(end) : addDays(first, 1), allDay };
  }
  const from = wallText(start.getTime());
  const marked = end ? wallText(end.getTime()) : from;
  const isOnePress = wallMs(marked) - wallMs(from) <= slotMinutes * minuteMs;
  return { start: from, end: isOnePress ? addMinutes(from, newMinutes) : marked, allDay };
}
