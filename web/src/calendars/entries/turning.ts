// How an event that was an entry becomes that entry again.

import { isGone } from '../../events/changes/conflicts';
import type { EventPatch, PlannerEvent } from '../../events/types';
import type { Entry } from '../../lib/types';
import { sameColor } from '../../ui/colors';
import { data } from '../data.svelte';
import { copyOf } from './entry_changes';
import { plainTimes } from './plain_times';

// `event` is what the entry has become, in the calendar `where`.
export async function turnBack(entry: Entry, event: PlannerEvent, where: string): Promise<Entry> {
  if (where !== entry.calendarId) {
    const moved = await data.home(where).get(event.id);
    await data.moveEvent(where, moved, entry.calendarId);
  }
  const home = data.home(entry.calendarId);
  const there = await home.get(event.id);
  if (there.kind === 'event') {
    const plain = await home.api.change(there.id, there.etag, plainPatch(entry));
    return data.turnIntoEntry(entry.calendarId, plain);
  }
  // A series has no entry to become: the entry is made again, and then the series goes.
  const again = await data.create(entry.calendarId, copyOf(entry), `${entry.id}.${event.etag}`);
  try {
    await home.remove(there.id, there.etag);
  } catch (error) {
    if (!isGone(error)) throw error;
  }
  return again;
}

// What makes an event say what the entry says, and no more.
function plainPatch(entry: Entry): EventPatch {
  const { title, description, location, color } = entry;
  const hasOwnColor = !sameColor(color, data.calendar(entry.calendarId)?.color ?? '');
  return {
    ...{ title, description, location, color: hasOwnColor ? color : null, status: 'CONFIRMED' },
    ...{ tags: [], reminderMinutes: [], links: [], ttl: null },
    ...plainTimes(entry),
  };
}
