import { expect, it } from 'vitest';
import { itemsOf } from '../items/agenda_items';
import { itemOf, taskOf } from '../test_agenda';
import { wallDays } from './wall_days';

const now = '2026-11-17T10:00:00';
const context = { today: '2026-11-17', now, slotMinutes: 15, clashes: [] };
const days = (...items: Parameters<typeof itemsOf>[0]) =>
  wallDays(itemsOf(items, context), now).map(({ items: shown, more }) => ({
    titles: shown.map(({ title }) => title),
    more,
  }));

it('shows today without what is over, and the days after it', () => {
  const [today, tomorrow, ...later] = days(
    itemOf({ id: 'a', title: 'Over' }),
    itemOf({ id: 'b', title: 'Now', start: '2026-11-17T09:45:00', end: '2026-11-17T11:00:00' }),
    taskOf({ title: 'Done', task: { done: true, as: 'due' } }),
    taskOf({ id: 'o', title: 'Open' }),
    itemOf({ id: 'c', title: 'Next', start: '2026-11-18T09:00:00', end: '2026-11-18T10:00:00' }),
  );
  expect(today?.titles).toEqual(['Open', 'Now']);
  expect(tomorrow?.titles).toEqual(['Next']);
  expect(later).toHaveLength(4);
});

it('says how many there is no room for', () => {
  const many = (count: number) =>
    Array.from({ length: count }, (_, at) =>
      taskOf({ id: String(at), start: '2026-11-18', end: '2026-11-19' }),
    );
  expect(days(...many(5))[1]).toMatchObject({ more: 0, titles: { length: 5 } });
  expect(days(...many(6))[1]).toMatchObject({ more: 2, titles: { length: 4 } });
});
