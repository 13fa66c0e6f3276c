// Between items and what FullCalendar works with. Its dates are in UTC and mean the wall clock.

import type { DateText } from '../lib/dates';
import { firstDayOf, type GridItem } from './grid_item';

// What FullCalendar gets of an item; `extendedProps` come back with everything it reports.
export interface ItemEvent {
  id: string;
  title: string;
  start: string;
  end?: string;
  allDay: boolean;
  color: string;
  editable: boolean;
  durationEditable: boolean;
  extendedProps: ItemProps;
}

export interface ItemProps {
  item: GridItem;
  rank: number;
}

const lastMinute = '23:59';

export function eventOf(item: GridItem): ItemEvent {
  const event: ItemEvent = {
    id: item.id,
    title: item.title,
    start: item.start,
    allDay: item.allDay,
    color: item.color,
    editable: item.mayMove,
    durationEditable: item.mayResize,
    extendedProps: { item, rank: item.rank },
  };
  if (item.end !== undefined) event.end = item.end;
  return event;
}

// The events of the items that touch the days `from` to `to`, both included.
export function eventsBetween(
  items: readonly GridItem[],
  from: DateText,
  to: DateText,
): ItemEvent[] {
  return items
    .filter((item) => firstDayOf(item) <= to && item.lastDay >= from)
    .map((item) => eventOf(item));
}

export function dateOf(moment: Date): DateText {
  return moment.toISOString().slice(0, 10);
}

// "14:05" of a moment on FullCalendar's wall clock.
export function timeOf(moment: Date): string {
  return moment.toISOString().slice(11, 16);
}

// The same for an end that is never on the next day.
export function endTimeOf(moment: Date): string {
  const time = timeOf(moment);
  return time === '00:00' ? lastMinute : time;
}
