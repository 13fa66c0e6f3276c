import { describe, expect, it } from 'vitest';
import {
  arrangementFromQuery,
  compareBy,
  filterFromQuery,
  groupTasks,
  isFiltered,
  matches,
  noFilter,
  queryOf,
  type TaskFilter,
} from './filters';
import type { Now } from './task/due';
import { taskOf } from './test_things';

// A Wednesday.
const now: Now = { today: '2026-11-04', ms: Date.parse('2026-11-04T09:00:00Z'), firstDay: 1 };
const usual = { group: 'status', sort: 'board' } as const;

describe('the query of a filter', () => {
  it('says all of it, and nothing where nothing is filtered', () => {
    const filter: TaskFilter = {
      ...{ text: 'roof & tiles', assignee: 'none', priority: 'HIGH', tag: 'a b', due: 'week' },
    };
    const query = queryOf(filter, { group: 'due', sort: 'title' });
    expect(filterFromQuery(new URLSearchParams(query))).toEqual(filter);
    expect(arrangementFromQuery(new URLSearchParams(query))).toEqual({
      group: 'due',
      sort: 'title',
    });
    expect(queryOf(noFilter, usual)).toBe('');
    expect([isFiltered(filter), isFiltered(noFilter)]).toEqual([true, false]);
  });

  it('takes what it does not know for nothing', () => {
    const query = new URLSearchParams('priority=BIG&due=never&group=moon&sort=luck');
    expect(filterFromQuery(query)).toEqual(noFilter);
    expect(arrangementFromQuery(query)).toEqual(usual);
  });
});

describe('a task', () => {
  const task = taskOf({
    ...{ title: 'Café bauen', description: 'Terrasse', assigneeId: 'ben', priority: 'HIGH' },
    ...{ tagIds: ['a'], dueDate: '2026-11-06T23:59:59Z' },
  });

  it.each<[Partial<TaskFilter>, boolean]>([
    [{}, true],
    [{ text: 'cafe terr' }, true],
    [{ text: 'cafe roof' }, false],
    [{ assignee: 'ben' }, true],
    [{ assignee: 'none' }, false],
    [{ priority: 'HIGH' }, true],
    [{ priority: 'LOW' }, false],
    [{ tag: 'a' }, true],
    [{ tag: 'b' }, false],
    [{ due: 'week' }, true],
    [{ due: 'overdue' }, false],
    [{ due: 'none' }, false],
  ])('matches %o: %s', (filter, isMatch) => {
    expect(matches({ ...noFilter, ...filter }, task, now)).toBe(isMatch);
  });
});

describe('the order', () => {
  const tasks = [
    taskOf({ id: 'a', title: 'zoo', rank: 'b', status: 'DONE' }),
    taskOf({ id: 'b', title: 'Äpfel', rank: 'c', dueDate: '2026-12-01T10:00:00Z' }),
    taskOf({
      id: 'c',
      title: 'moss',
      rank: 'a',
      priority: 'URGENT',
      updatedAt: '2026-11-05T00:00:00Z',
    }),
  ];
  const ids = (sort: Parameters<typeof compareBy>[0]) =>
    [...tasks]
      .sort(compareBy(sort))
      .map(({ id }) => id)
      .join('');

  it('is that of the board, of dates, of priorities, of titles, or of changes', () => {
    expect(ids('board')).toBe('cba');
    expect(ids('due')).toBe('bca');
    expect(ids('priority')).toBe('cba');
    expect(ids('title')).toBe('bca');
    expect(ids('changed')).toBe('cab');
  });

  it('is within groups, of which none is empty', () => {
    const groups = groupTasks(tasks, usual, now);
    expect(groups.map(({ key, tasks: list }) => [key, list.length])).toEqual([
      ['TODO', 2],
      ['DONE', 1],
    ]);
    const people = groupTasks(
      [taskOf({ id: 'x', assigneeId: 'ben' }), taskOf({ id: 'y', assigneeId: 'gone' })],
      { group: 'assignee', sort: 'board' },
      now,
      ['ada', 'ben'],
    );
    expect(people.map(({ key }) => key)).toEqual(['ben', '']);
  });
});
