// An event that is there, as what is sent to make it again.

import type { EventInput, PlannerEvent } from '../types';

// More would take too long for a press on "Undo".
export const maxExceptions = 20;

// The event as if it were new.
export function inputOf(event: PlannerEvent): EventInput {
  const { title, description, location, color, status, tags, reminderMinutes, links } = event;
  const content = { title, description, location, color, status, tags, reminderMinutes, links };
  if (event.isAllDay) {
    const { startDate = '', endDate = '' } = event;
    return { ...content, isAllDay: true, startDate, endDate };
  }
  const { startLocal = '', endLocal = null, startTzid, endTzid } = event;
  return { ...content, isAllDay: false, start: startLocal, end: endLocal, startTzid, endTzid };
}

// The day or the moment that an occurrence has its name from.
export function tagOf(id: string): string {
  return id.split('_')[1] ?? '';
}
