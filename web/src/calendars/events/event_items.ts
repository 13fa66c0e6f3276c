// Events of calendars as the grid shows them: as entries, so that nobody has to know which is which.

import type { GridItem, Span } from '../../calendar_grid/grid_item';
import { itemOf } from '../../events/view/occurrence_items';
import { movedTo, settled, type Lengths, type Placement } from '../../events/view/placements';
import type { Occurrence } from '../../events/types';
import type { Entry } from '../../lib/types';
import type { PlacedEvent } from './calendar_events';
import type { EventCalendar } from './calendar_home.svelte';

// What the page of the calendar shows.
export type CalendarItem = Entry | PlacedEvent;

export function isEvent(item: CalendarItem): item is PlacedEvent {
  return 'occurrence' in item;
}

// Those of entries are in entries/entry_items.ts.
const rankOfDays = 1;
const rankOfTimes = 3;

export function eventItemsOf(
  events: readonly PlacedEvent[],
  calendars: readonly EventCalendar[],
  zone: string,
  slotMinutes: number,
): GridItem<PlacedEvent>[] {
  const byId = new Map(calendars.map((calendar) => [calendar.id, calendar]));
  return events.map((event) => {
    const calendar = byId.get(event.calendarId);
    const item = itemOf(event.occurrence, {
      zone,
      now: '',
      slotMinutes,
      ...(calendar && {
        group: calendar.name,
        plainColor: calendar.color,
        mayChange: calendar.role !== 'reader',
      }),
    });
    const rank = item.allDay ? (item.lastDay > item.start ? 0 : rankOfDays) : rankOfTimes;
    return { ...item, id: `${event.calendarId} ${item.id}`, rank, isPast: false, payload: event };
  });
}

// Where a gesture puts it, as it will be saved; undefined when that is where it was.
export function placementOf(
  occurrence: Occurrence,
  span: Span,
  lengths: Lengths,
  zone: string,
): Placement | undefined {
  const to = movedTo(occurrence, span, lengths);
  // No clock skips the times of what floats.
  const floats = !occurrence.isAllDay && occurrence.startTzid === null;
  return to && (floats ? to : settled(to, zone));
}
