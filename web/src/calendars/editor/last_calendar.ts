// The calendar in which a new entry begins.

import { readText, writeText } from '../../lib/storage';
import type { Calendar } from '../../lib/types';

const key = 'norn.lastCalendar';

// The one that was asked for; or where the person wrote last; or the first that is shown.
export function startingCalendar(
  writable: readonly Calendar[],
  hidden: ReadonlySet<string>,
  wanted: string | undefined,
  last = readText(key),
): string {
  const shown = writable.filter((calendar) => !hidden.has(calendar.id));
  const found =
    writable.find((calendar) => calendar.id === wanted) ??
    shown.find((calendar) => calendar.id === last) ??
    shown[0] ??
    writable[0];
  return found?.id ?? '';
}

export function keepLastCalendar(id: string): void {
  writeText(key, id);
}
