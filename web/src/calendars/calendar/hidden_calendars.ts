// Which calendars a person does not show in this browser.

import { readJson, writeJson } from '../../lib/storage';

const key = (userId: string) => `norn.hidden.${userId}`;

export function readHidden(userId: string): ReadonlySet<string> {
  const kept = readJson(key(userId));
  return new Set(Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : []);
}

export function keepHidden(userId: string, hidden: ReadonlySet<string>): void {
  writeJson(key(userId), [...hidden]);
}

export function withHidden(
  hidden: ReadonlySet<string>,
  calendarId: string,
  isHidden: boolean,
): ReadonlySet<string> {
  const others = [...hidden].filter((id) => id !== calendarId);
  return new Set(isHidden ? [...others, calendarId] : others);
}
