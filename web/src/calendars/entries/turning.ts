// How an event or a series that was an entry becomes that entry again.

import { isGone } from '../../events/changes/conflicts';
import type { PlannerEvent } from '../../events/types';
import type { Entry } from '../../lib/types';
import { data } from '../data.svelte';
import { copyOf } from './entry_changes';

// `event` is what the entry has become, in the calendar `where`. What somebody changed since is not
// undone with it: then the server refuses.
export async function turnBack(entry: Entry, event: PlannerEvent, where: string): Promise<Entry> {
  const { calendarId } = entry;
  const there = where === calendarId ? event : await data.moveEvent(where, event, calendarId);
  try {
    return await data.turnIntoEntry(calendarId, there, copyOf(entry));
  } catch (error) {
    // The reply was lost, and it is tried again.
    const back = isGone(error) ? await data.find(entry.id) : undefined;
    if (!back) throw error;
    return back;
  }
}
