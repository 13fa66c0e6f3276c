// Somebody cannot be in two places: what takes place elsewhere while they stay at a place.

import { addDays } from '../../lib/dates';
import { folded } from '../../lib/folded';
import type { Item, QuickAddReading } from '../types';
import { daysOf } from './item_days';

export interface Clash {
  stay: Item;
  // In order.
  others: Item[];
}

const noon = 'T12:00:00';

// Of two stays, the second one is among the others of the first.
export function clashesOf(all: readonly Item[], myId: string): Clash[] {
  const items = all.filter(takesPlace);
  const stays = items.filter(({ kind, stay }) => kind === 'stay' && stay?.isOwn);
  return stays.flatMap((stay, at) => {
    const later = stays.slice(at + 1).filter((other) => isElsewhere(other, stay));
    const others = items.filter(
      (item) => later.includes(item) || (concerns(item, myId) && isDuring(item, stay)),
    );
    return others.length > 0 ? [{ stay, others }] : [];
  });
}

// With the person.
function takesPlace({ status, answer, task }: Item): boolean {
  return status !== 'CANCELLED' && answer !== 'no' && !task?.done;
}

// An event with nobody's name on it concerns everybody who sees it; one of whole days, only those who can change or answer it,
// because the holidays of a subscription are nobody's. A task that nobody has taken is nobody's, too.
function concerns({ people = [], kind, allDay, may, answer }: Item, myId: string): boolean {
  if (people.length > 0) return people.includes(myId);
  if (kind === 'task') return false;
  return !allDay || may.length > 0 || answer !== undefined;
}

function isDuring(item: Item, stay: Item): boolean {
  const isEvent = item.kind === 'event' || item.kind === 'entry';
  const isTask = item.kind === 'task' && item.task?.as === 'planned' && !item.allDay;
  return (isEvent || isTask) && !isAt(item, stay.owner.name) && isAtThatTime(item, stay);
}

function isAt({ title, location = '' }: Item, place: string): boolean {
  return folded(`${title} ${location}`).includes(folded(place));
}

// Whole days count only with a location: most of them are nowhere. On the days of arrival and departure one is elsewhere, too.
function isAtThatTime(item: Item, stay: Item): boolean {
  const { allDay, start, location = '' } = item;
  const { arrival, departure } = nightsOf(stay);
  const { from, to } = daysOf(item);
  const isOverNights = from < departure && to > arrival;
  if (allDay) return location !== '' && isOverNights;
  const begins = start >= arrival + noon && start < departure + noon;
  return begins || (to > from && isOverNights);
}

// One person may have booked for two guests.
function isElsewhere(one: Item, other: Item): boolean {
  const isSamePlace = folded(one.owner.name) === folded(other.owner.name);
  const [guest, otherGuest] = [one.stay?.guest, other.stay?.guest];
  const isOfAnother = guest !== undefined && otherGuest !== undefined && guest !== otherGuest;
  if (isSamePlace || isOfAnother) return false;
  const [nights, others] = [nightsOf(one), nightsOf(other)];
  return nights.arrival < others.departure && others.arrival < nights.departure;
}

function nightsOf({ stay, start }: Item): { arrival: string; departure: string } {
  return stay ?? { arrival: start, departure: start };
}

// What a line that is being typed would clash with; undefined if it takes place nowhere, or clashes with nothing.
export function clashOfLine(
  { title, at }: Pick<QuickAddReading, 'title' | 'at'>,
  known: readonly Item[],
  myId: string,
): Clash | undefined {
  if (!at) return undefined;
  const line = itemOfLine(title, at, myId);
  return clashesOf([line, ...known], myId).find(
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
