// The calendar in which a new entry begins.

import type { Calendar } from '../lib/types';

const key = 'norn.lastCalendar';

// The one that was asked for; or where the person wrote last; or the first that is shown.
export function startingCalendar(
  writable: readonly Calendar[],
  hidden: ReadonlySet<string>,
  wanted: string | undefined,
  last = lastCalendar(),
): string {
  const shown = writable.filter((calendar) => !hidden.has(calendar.id));
  const found =
    writable.find((calendar) => calendar.id === wanted) ??
    shown.find((calendar) => calendar.id === last) ??
    shown[0] ??
    writable[0];
  return found?.id ?? '';
}

function lastCalendar(): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function keepLastCalendar(id: string): void {
  try {
    localStorage.setItem(key, id);
  } catch {
    // A browser that keeps nothing begins with the first calendar.
  }
}
