import { expect, it } from 'vitest';
import { itemsOf } from '../items/agenda_items';
import { itemOf, stayOf, taskOf } from '../test_agenda';
import { peopleRows } from './people_columns';

const context = { today: '2026-11-18', now: '2026-11-18T08:00:00' };

it('puts what a person has into their column, and what names nobody into the last one', () => {
  const items = itemsOf(
    [
      itemOf({ id: 'a', title: 'Late', start: '2026-11-17T18:00:00', people: ['nora', 'ben'] }),
      itemOf({ id: 'b', title: 'Early', start: '2026-11-17T08:00:00', people: ['nora'] }),
      stayOf({ end: '2026-11-19' }),
      taskOf({ title: 'Shop', people: ['gone'] }),
      taskOf({ id: 'u', title: 'Post' }),
    ],
    { ...context, slotMinutes: 15, clashes: [] },
  );
  const range = { from: '2026-11-17', to: '2026-11-18' };
  const rows = peopleRows(items, [{ id: 'nora' }, { id: 'ben' }], range);
  const titles = rows.map(({ day, cells }) => [
    day,
    ...cells.map((cell) => cell.map(({ title }) => title)),
  ]);
  expect(titles).toEqual([
    ['2026-11-17', ['Cottage', 'Early', 'Late'], ['Late'], ['Shop', 'Post']],
    ['2026-11-18', ['Cottage'], [], []],
  ]);
});
