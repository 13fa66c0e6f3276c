// Somebody cannot be in two places: what takes place elsewhere while they stay at a place.

import { addDays } from '../../lib/dates';
import { folded } from '../../lib/folded';
import type { Item, QuickAddReading } from '../types';

export interface Clash {
  stay: Item;
  // In order.
  others: Item[];
}

const noon = 'T12:00:00';

export function clashesOf(all: readonly Item[], myId: string): Clash[] {
  const items = all.filter(takesPlace);
  const stays = items.filter(({ kind, stay }) => kind === 'stay' && stay?.isOwn);
  return stays.flatMap((stay) => {
    const others = items.filter((item) => isMine(item, myId) && isDuring(item, stay));
    return others.length > 0 ? [{ stay, others }] : [];
  });
}

// With the person.
function takesPlace({ status, answer }: Item): boolean {
  return status !== 'CANCELLED' && answer !== 'no';
}

// Who has nobody's name on it concerns everybody who sees it.
function isMine({ people = [], owner }: Item, myId: string): boolean {
  return people.length === 0 ? owner.kind !== 'tree' : people.includes(myId);
}

function isDuring(item: Item, stay: Item): boolean {
  const { kind, allDay, start, location = '', title } = item;
  if (allDay || (kind !== 'event' && kind !== 'entry')) return false;
  const isThere = folded(`${title} ${location ?? ''}`).includes(folded(stay.owner.name));
  const { arrival, departure } = stay.stay ?? { arrival: stay.start, departure: stay.start };
  return !isThere && start >= arrival + noon && start < departure + noon;
}

// What a line that is being typed would clash with; undefined if it takes place nowhere, or clashes with nothing.
export function clashOfLine(
  { title, at }: Pick<QuickAddReading, 'title' | 'at'>,
  known: readonly Item[],
  myId: string,
): Clash | undefined {
  if (!at) return undefined;
  const line = itemOfLine(title, at, myId);
  return clashesOf([...known, line], myId).find(
    ({ stay, others }) => stay === line || others.includes(line),
  );
}

// As it would be shown once it is made.
function itemOfLine(title: string, at: NonNullable<QuickAddReading['at']>, myId: string): Item {
  const { kind, allDay, location } = at;
  const [start, end] = [at.start, at.end].map((time) => (time.length === 16 ? `${time}:00` : time));
  const item: Item = {
    ...{
      key: '',
      id: '',
      app: '',
      self: '',
      kind,
      title,
      allDay,
      start: start ?? '',
      end: end ?? '',
    },
    ...{ may: [], people: [myId], owner: { kind: 'person', id: myId, name: '' } },
  };
  if (kind === 'event') return location === undefined ? item : { ...item, location };
  const nights = { arrival: item.start, departure: at.end, checkIn: '', checkOut: '', nights: 0 };
  const owner = { kind: 'place' as const, id: '', name: location ?? '' };
  // The day of departure is its last one.
  return { ...item, end: addDays(at.end, 1), owner, stay: { ...nights, isOwn: true } };
}
