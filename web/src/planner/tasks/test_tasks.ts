// Tasks for tests.

import type { PlannerTask } from '../types';

export function taskOf(parts: Partial<PlannerTask> = {}): PlannerTask {
  return {
    id: 'tsk_1',
    title: 'Call the plumber',
    description: null,
    color: null,
    tags: [],
    priority: null,
    due: null,
    dueUtc: null,
    dueTzid: null,
    planned: null,
    plannedUtc: null,
    plannedTzid: null,
    plannedMinutes: null,
    percent: 0,
    done: false,
    completedAt: null,
    archivedAt: null,
    ttl: null,
    icalUid: 'tsk_1@norn',
    sequence: 0,
    version: 1,
    createdAt: '2026-11-15T09:00:00Z',
    updatedAt: '2026-11-15T09:00:00Z',
    etag: 'v1',
    ...parts,
  };
}

// Planned for a time in Berlin, in winter.
export function plannedAt(wall: string, parts: Partial<PlannerTask> = {}): PlannerTask {
  const utc = new Date(Date.parse(`${wall}Z`) - 3_600_000).toISOString().replace('.000', '');
  return taskOf({
    planned: wall,
    plannedUtc: utc,
    plannedTzid: 'Europe/Berlin',
    plannedMinutes: 30,
    ...parts,
  });
}
