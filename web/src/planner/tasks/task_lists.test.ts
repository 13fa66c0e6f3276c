import { describe, expect, it } from 'vitest';
import { sectionOf, sectionsOf, whenWords, wallOf } from './task_lists';
import { plannedAt, taskOf } from './test_tasks';

const at = { zone: 'Europe/Berlin', now: '2026-11-18T10:00:00' };

describe('the section of a task', () => {
  const due = (wall: string, utc: string) => taskOf({ due: wall, dueUtc: utc, dueTzid: 'UTC' });
  it.each([
    ['is late when its day is over', taskOf({ due: '2026-11-17' }), 'overdue'],
    ['is today when it is due today', taskOf({ due: '2026-11-18' }), 'today'],
    [
      'is late when its time is over',
      due('2026-11-18T08:00:00', '2026-11-18T08:00:00Z'),
      'overdue',
    ],
    ['is today until its time', due('2026-11-18T09:30:00', '2026-11-18T09:30:00Z'), 'today'],
    ['is left over from a day before', plannedAt('2026-11-17T09:00:00'), 'overdue'],
    ['is today when it was planned this morning', plannedAt('2026-11-18T08:00:00'), 'today'],
    ['is later', plannedAt('2026-11-19T08:00:00'), 'later'],
    ['has no date', taskOf(), 'unscheduled'],
    ['is done', taskOf({ due: '2026-11-17', done: true }), 'done'],
  ])('%s', (_, task, section) => {
    expect(sectionOf(task, at)).toBe(section);
  });
});

it('has what was done last first, and nothing archived', () => {
  const done = (id: string, completedAt: string, archivedAt: string | null = null) =>
    taskOf({ id, done: true, completedAt, archivedAt });
  const sections = sectionsOf(
    [
      done('a', '2026-11-16T10:00:00Z'),
      done('b', '2026-11-17T10:00:00Z'),
      done('c', '2026-11-01T10:00:00Z', '2026-11-02T10:00:00Z'),
    ],
    at,
  );
  expect(sections.done.map(({ id }) => id)).toEqual(['b', 'a']);
});

it('says when a task is planned and due, by the clocks of the planner', () => {
  const task = plannedAt('2026-11-19T09:00:00', { due: '2026-11-20' });
  expect(wallOf(task, 'planned', 'America/New_York')).toBe('2026-11-19T03:00:00');
  expect(whenWords(task, at.zone, false)).toMatch(/^Planned for .*19.*, 9:00 · Due .*20/);
  expect(whenWords(taskOf(), at.zone, false)).toBe('');
});
