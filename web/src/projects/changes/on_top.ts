// Sending a change with the version that it is based on. One that was based on an older version is made again on top of
// the current one, unless somebody else changed the same fields: then theirs stays.

import { t } from '../../lib/messages';

const maxTries = 4;

// Somebody else changed the same.
export class ChangedElsewhere extends Error {
  constructor(title: string) {
    super(t.projects.changes.elsewhere({ title }));
    this.name = 'ChangedElsewhere';
  }
}

export interface Sending<Thing> {
  fields: readonly (keyof Thing)[];
  send: (etag: string) => Promise<Thing>;
  // The state of the thing that a refusal has told of.
  currentOf: (error: unknown) => Thing | undefined;
  learn: (thing: Thing) => void;
}

export async function sendOnTop<Thing extends { etag: string; title: string }>(
  base: Thing,
  { fields, send, currentOf, learn }: Sending<Thing>,
): Promise<Thing> {
  let { etag } = base;
  for (let tries = 1; ; tries++) {
    try {
      const changed = await send(etag);
      learn(changed);
      return changed;
    } catch (error) {
      const current = currentOf(error);
      if (!current) throw error;
      learn(current);
      if (tries === maxTries || fields.some((field) => !isSame(base[field], current[field]))) {
        throw new ChangedElsewhere(current.title);
      }
      ({ etag } = current);
    }
  }
}

export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
