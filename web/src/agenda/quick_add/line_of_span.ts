// What is marked in the days, as words of a line: they are understood in every language.

import { addDays } from '../../lib/dates';
import type { AgendaSpan } from '../types';

// "2026-11-18 09:00-10:00", "2026-11-18", "2026-11-18 - 2026-11-20".
export function lineOfSpan({ start, end, allDay }: AgendaSpan): string {
  const day = start.slice(0, 10);
  if (allDay) {
    const last = addDays(end, -1);
    return last > day ? `${day} - ${last}` : day;
  }
  const [from, to] = [start.slice(11, 16), end.slice(11, 16)];
  const isOneDay = end.slice(0, 10) === day;
  return isOneDay ? `${day} ${from}-${to}` : `${day} ${from} - ${end.slice(0, 10)} ${to}`;
}
