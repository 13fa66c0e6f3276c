// The same event in two calendars, by the UID that both have, is shown once.

import type { Item } from '../types';

// Of several, the one to which most can be done; of those, the first.
export function withoutDuplicates(items: readonly Item[]): Item[] {
  const best = new Map<string, Item>();
  for (const item of items) {
    const key = sameKey(item);
    const known = best.get(key);
    if (!known || item.may.length > known.may.length) best.set(key, item);
  }
  return items.filter((item) => best.get(sameKey(item)) === item);
}

// All occurrences of a series have one UID.
function sameKey({ key, uid, start, task }: Item): string {
  return uid ? `${uid} ${start} ${task?.as ?? ''}` : key;
}
