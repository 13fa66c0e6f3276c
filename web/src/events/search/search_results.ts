// What is shown of the events that a search has found.

import type { Occurrence, PlannerEvent, SearchResult } from '../types';
import { wallOfUtc } from '../../when/zones/zones';

export const maxResults = 50;

// What is shown of a result: what comes next of it, or where it was.
export function shownOf({ event, next }: SearchResult, zone: string): Occurrence {
  if (!next) return placed(event, zone);
  return { ...event, kind: event.kind === 'series' ? 'occurrence' : event.kind, ...next };
}

function placed(event: PlannerEvent, zone: string): Occurrence {
  if (event.isAllDay) {
    const { startDate = '', endDate = startDate } = event;
    return { ...event, start: startDate, end: endDate };
  }
  const { startUtc, endUtc, startLocal = '', endLocal } = event;
  const start = startUtc ? wallOfUtc(startUtc, zone) : startLocal;
  const end = endUtc ? wallOfUtc(endUtc, zone) : (endLocal ?? start);
  return { ...event, start, end: startUtc && !endUtc ? start : end };
}
