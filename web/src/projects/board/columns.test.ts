import { describe, expect, it } from 'vitest';
import type { Window } from '../../lib/windowing';
import { taskOf } from '../test_things';
import { byRank } from '../contents.svelte';
import { columnsOf, countSubtasks, drawnRows, placeAt, spotByKey, spotOf } from './columns';

const tasks = [
  taskOf({ id: 'b', rank: 'a1' }),
  taskOf({ id: 'a', rank: 'a05' }),
  taskOf({ id: 'c', rank: 'a2' }),
  taskOf({ id: 'sub', rank: 'a3', parentId: 'a' }),
  taskOf({ id: 'orphan', rank: 'a4', parentId: 'gone' }),
  taskOf({ id: 'd', rank: 'a0', status: 'DONE' }),
];
const columns = columnsOf(tasks);
const ids = (status: string) =>
  columns.find((each) => each.status === status)?.tasks.map(({ id }) => id);

describe('the columns of a board', () => {
  it('have the tasks by rank, and no sub-tasks whose task is there', () => {
    expect(columns.map(({ status }) => status)).toEqual(['TODO', 'IN_PROGRESS', 'REVIEW', 'DONE']);
    expect(ids('TODO')).toEqual(['a', 'b', 'c', 'orphan']);
    expect(ids('DONE')).toEqual(['d']);
    expect(columnsOf(tasks, ({ id }) => id === 'c')[0]?.tasks).toHaveLength(1);
  });

  it('count the sub-tasks of each card', () => {
    expect(countSubtasks(tasks).get('a')).toEqual({ done: 0, all: 1 });
  });

  it('know where a card is', () => {
    expect(spotOf(columns, 'b')).toEqual({ status: 'TODO', index: 1 });
    expect(spotOf(columns, 'sub')).toBeUndefined();
  });
});

describe('the rows that are drawn', () => {
  const cards = Array.from('abcdefgh', (id) => taskOf({ id }));
  const drawn = (inSight: Window, what: Parameters<typeof drawnRows>[2]) =>
    Object.fromEntries(Array.from(drawnRows(cards, inSight, what), ([{ id }, row]) => [id, row]));

  it('are those in sight, and one that is drawn wherever it is', () => {
    expect(drawn({ first: 2, last: 3 }, {})).toEqual({ b: 1, c: 2, d: 3 });
    expect(drawn({ first: 0, last: 0 }, { alsoDrawn: 'h' })).toEqual({ a: 0, h: 7 });
    expect(drawn({ first: 0, last: 0 }, { alsoDrawn: 'a' })).toEqual({ a: 0 });
    expect(drawn({ first: 0, last: -1 }, { alsoDrawn: 'gone' })).toEqual({});
  });

  it('make room for the card that is dragged', () => {
    expect(drawn({ first: 2, last: 4 }, { gap: 3 })).toEqual({ b: 1, c: 2, d: 4, e: 5 });
    expect(drawn({ first: 0, last: 0 }, { gap: 1, inGap: taskOf({ id: 'x' }) })).toEqual({
      a: 0,
      x: 1,
    });
  });
});

describe('a place', () => {
  it('has neighbours, and the card is between them before the server has given it a rank', () => {
    const { move, rank } = placeAt(columns, 'd', { status: 'TODO', index: 1 });
    expect(move).toEqual({ status: 'TODO', after: 'a', before: 'b' });
    const order = [...tasks.slice(0, 3), taskOf({ id: 'd', rank })].sort(byRank);
    expect(order.map(({ id }) => id)).toEqual(['a', 'd', 'b', 'c']);
  });

  it('does not count the card itself', () => {
    expect(placeAt(columns, 'a', { status: 'TODO', index: 1 }).move).toEqual({
      ...{ status: 'TODO', after: 'b', before: 'c' },
    });
  });

  it('may be the first, the last, or the only one', () => {
    expect(placeAt(columns, 'd', { status: 'TODO', index: 0 })).toEqual({
      move: { status: 'TODO', after: null, before: 'a' },
      rank: '',
    });
    expect(placeAt(columns, 'd', { status: 'TODO', index: 4 }).move.after).toBe('orphan');
    expect(placeAt(columns, 'a', { status: 'REVIEW', index: 0 }).move).toEqual({
      ...{ status: 'REVIEW', after: null, before: null },
    });
  });
});

describe('arrow keys', () => {
  const count = (status: string) => ids(status)?.length ?? 0;
  const from = { status: 'TODO', index: 3 } as const;

  it('go up and down within a column, and to its ends', () => {
    expect(spotByKey('ArrowUp', from, count)?.index).toBe(2);
    expect(spotByKey('ArrowDown', from, count)).toBeUndefined();
    expect(spotByKey('Home', from, count)?.index).toBe(0);
    expect(spotByKey('a', from, count)).toBeUndefined();
  });

  it('go sideways, past columns without cards', () => {
    expect(spotByKey('ArrowRight', from, count)).toEqual({ status: 'DONE', index: 0 });
    expect(spotByKey('ArrowLeft', from, count)).toBeUndefined();
    // A card that is moved can be put into an empty column.
    expect(spotByKey('ArrowRight', from, (status) => count(status) + 1)).toEqual({
      ...{ status: 'IN_PROGRESS', index: 0 },
    });
  });
});
