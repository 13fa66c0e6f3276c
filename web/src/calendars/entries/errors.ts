// What can come of a change of an entry that is not simply "no".

import type { Entry, EntryChange } from '../../lib/types';
import { t } from '../../lib/messages';

// Somebody else changed the entry since the person saw it. `mine` is what the person wanted, `base`
// what they saw, `current` how it is now.
export class ConflictError extends Error {
  constructor(
    readonly mine: EntryChange,
    readonly base: Entry,
    readonly current: Entry,
  ) {
    super(t.calendars.changes.conflict({ title: current.title }));
    this.name = 'ConflictError';
  }
}

// Somebody else deleted the entry, or the person may not see it any more. `entry` is how it was.
export class GoneError extends Error {
  constructor(readonly entry: Entry) {
    super(t.calendars.changes.gone({ title: entry.title }));
    this.name = 'GoneError';
  }
}
