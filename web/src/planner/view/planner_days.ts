// Which days the planner asks for, and where something new begins.

import { rangeOf, type DateRange, type DateText, type View } from '../../lib/dates';
import { addMinutes } from '../../events/view/placements';
import type { EventDraft, WallTime } from '../types';

const morning = '09:00:00';

// What to ask for before it is known with which day the person's weeks begin: both kinds of weeks.
export function firstRange(view: View, date: DateText): DateRange {
  const [sunday, monday] = [rangeOf(view, date, 0), rangeOf(view, date, 1)];
  return {
    from: sunday.from < monday.from ? sunday.from : monday.from,
    to: sunday.to > monday.to ? sunday.to : monday.to,
  };
}

// The next full slot when today is in view; otherwise the morning of the day that is.
export function usualDraft(
  place: { view: View; date: DateText },
  range: DateRange,
  now: WallTime,
  { slotMinutes, newMinutes }: { slotMinutes: number; newMinutes: number },
): EventDraft {
  const today = now.slice(0, 10);
  const isToday =
    place.view === 'day' ? place.date === today : range.from <= today && today <= range.to;
  const start = isToday ? nextSlot(now, slotMinutes) : `${place.date}T${morning}`;
  return { start, end: addMinutes(start, newMinutes), isAllDay: false };
}

function nextSlot(now: WallTime, slotMinutes: number): WallTime {
  const minute = Number(now.slice(11, 13)) * 60 + Number(now.slice(14, 16));
  const next = (Math.floor(minute / slotMinutes) + 1) * slotMinutes;
  return addMinutes(`${now.slice(0, 10)}T00:00:00`, next);
}
