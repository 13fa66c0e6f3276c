// Who made and who changed something, and when, in one line: "Created by Ann on 4 Nov 2026, changed by
// Bob yesterday".

import { addDays, dateOfMoment, formatDate, today, type DateText } from './dates';
import { t } from './messages';

// What items have of it. Those of other programs have no people, and may have no times.
export interface Authored {
  createdAt: string;
  updatedAt: string;
  createdBy?: string | null;
  updatedBy?: string | null;
}

export interface Author {
  userId: string;
  name: string;
}

// null: another program, a deleted account, or nobody that the reader may know.
export interface Authors {
  createdBy: Author | null;
  updatedBy: Author | null;
}

// Names as they are said; undefined for nobody that is known.
export interface AuthorNames {
  createdBy: string | undefined;
  updatedBy: string | undefined;
}

export function namesOf(authors: Authors, myId: string | undefined): AuthorNames {
  const name = (author: Author | null) => (author?.userId === myId ? 'you' : author?.name);
  return {
    createdBy: authors.createdBy ? name(authors.createdBy) : undefined,
    updatedBy: authors.updatedBy ? name(authors.updatedBy) : undefined,
  };
}

// Empty when nothing is known.
export function authorshipText(
  item: Authored,
  names: AuthorNames,
  now: DateText = today(),
): string {
  const made = partOf(names.createdBy, item.createdAt, now);
  // Times are whole seconds: somebody else may have been quick.
  const isChanged = item.updatedAt !== item.createdAt || isByOthers(item);
  const changed = isChanged ? partOf(names.updatedBy, item.updatedAt, now) : undefined;
  if (!changed) return made ? t.ui.authorship.made(made) : '';
  if (!made) return t.ui.authorship.changed(changed);
  return t.ui.authorship.both({
    made: t.ui.authorship.made(made),
    changed: t.ui.authorship.thenChanged(changed),
  });
}

function isByOthers({ createdBy = null, updatedBy = null }: Authored): boolean {
  return createdBy !== null && updatedBy !== null && createdBy !== updatedBy;
}

// The parameters of a sentence about it.
interface Part {
  who: 'you' | 'name' | 'none';
  name: string;
  when: 'today' | 'yesterday' | 'date' | 'none';
  date: string;
}

// Undefined when nothing is known.
function partOf(name: string | undefined, moment: string, now: DateText): Part | undefined {
  const when = dayOf(moment, now);
  if (when.when === 'none' && name === undefined) return undefined;
  const who = name === undefined ? 'none' : name === 'you' ? 'you' : 'name';
  return { who, name: name ?? '', ...when };
}

// Before any program could have written it: its time is not known.
const firstMoment = Date.parse('1971-01-01T00:00:00Z');

function dayOf(moment: string, now: DateText): Pick<Part, 'when' | 'date'> {
  if (!(Date.parse(moment) >= firstMoment)) return { when: 'none', date: '' };
  const date = dateOfMoment(moment);
  if (date === now) return { when: 'today', date: '' };
  if (date === addDays(now, -1)) return { when: 'yesterday', date: '' };
  return { when: 'date', date: formatDate(date, 'medium') };
}
