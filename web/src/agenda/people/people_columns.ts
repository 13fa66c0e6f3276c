// A row per day, a column per person: who has what, as a planner on a kitchen wall has it.

import type { GridItem } from '../../calendar_grid/grid_item';
import { addDays, type DateRange, type DateText } from '../../lib/dates';
import type { Item } from '../types';
import type { KnownPerson } from './known_people.svelte';

export interface PeopleRow {
  day: DateText;
  // One for each person, in their order; the last one is for everybody: what names nobody, or nobody who is known.
  cells: GridItem<Item>[][];
}

export function peopleRows(
  items: readonly GridItem<Item>[],
  people: readonly Pick<KnownPerson, 'id'>[],
  { from, to }: DateRange,
): PeopleRow[] {
  const rows: PeopleRow[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) {
    const there = items.filter(({ start, lastDay }) => start.slice(0, 10) <= day && lastDay >= day);
    there.sort(byTime);
    const ofPerson = people.map(({ id }) => there.filter((item) => namedBy(item).includes(id)));
    const isOfNobody = (item: GridItem<Item>) =>
      !people.some(({ id }) => namedBy(item).includes(id));
    rows.push({ day, cells: [...ofPerson, there.filter(isOfNobody)] });
  }
  return rows;
}

const namedBy = ({ payload }: GridItem<Item>): readonly string[] => payload.people ?? [];

// What has no time comes first.
function byTime(one: GridItem<Item>, other: GridItem<Item>): number {
  const key = ({ allDay, start, rank }: GridItem) =>
    allDay ? `0 ${rank}` : `1 ${start.slice(11)}`;
  const [left, right] = [key(one), key(other)];
  return left < right ? -1 : left > right ? 1 : 0;
}
