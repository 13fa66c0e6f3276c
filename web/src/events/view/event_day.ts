import { wallOfUtc } from '../../when/zones/zones';
import type { DateText, PlannerEvent } from '../types';

// The day on which an event begins, by the clock of the zone.
export function dayOf(event: PlannerEvent, zone: string): DateText {
  if (event.startDate) return event.startDate;
  const wall = event.startUtc ? wallOfUtc(event.startUtc, zone) : (event.startLocal ?? '');
  return wall.slice(0, 10);
}
