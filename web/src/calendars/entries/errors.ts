// What can come of a change of an entry that is not simply "no".

import type { Entry, EntryChange } from '../../lib/types';

// Somebody else changed the entry since the person saw it. `mine` is what the person wanted, `base`
// what they saw, `current` how it is now.
export class ConflictError extends Error {
  constructor(
    readonly mine: EntryChange,
    readonly base: Entry,
    readonly current: Entry,
  ) {
    super(`“${current.title}” was changed by somebody else meanwhile.`);
    this.name = 'ConflictError';
  }
}

// Somebody else deleted the entry, or the person may not see it any more. `entry` is how it was.
export class GoneError extends Error {
  constructor(readonly entry: Entry) {
    super(`“${entry.title}” is not there any more: somebody else deleted or moved it.`);
    this.name = 'GoneError';
  }
}
