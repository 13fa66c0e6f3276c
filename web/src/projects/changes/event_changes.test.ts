import { beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '../../lib/api';
import { toasts } from '../../lib/toasts.svelte';
import type { EventChange, ProjectEvent } from '../types';
import { EventChanges, type EventsData } from './event_changes';

const fair = {
  ...{ id: 'fair', title: 'Fair', allDay: true, etag: '1' },
  ...{ startDate: '2026-11-05T00:00:00Z', endDate: '2026-11-06T00:00:00Z' },
} as ProjectEvent;

let current: ProjectEvent;
let changes: EventChanges;

beforeEach(() => {
  toasts.clear();
  current = fair;
  const changeEvent = (_: string, change: EventChange, etag: string) => {
    if (etag !== current.etag) {
      return Promise.reject(new ApiError({ status: 412, title: '', detail: '', current }));
    }
    current = { ...current, ...(change as Partial<ProjectEvent>), etag: `${current.etag}+` };
    return Promise.resolve(current);
  };
  const data = { api: { changeEvent }, learnEvent: () => undefined } as unknown as EventsData;
  changes = new EventChanges(data);
});

const said = () => toasts.shown?.text;

it('changes an event, and takes it back', async () => {
  await changes.change(fair, { startDate: '2026-11-04' }, 'Moved');
  expect([current.startDate, said()]).toEqual(['2026-11-04', 'Moved']);
  toasts.undoNewest();
  await vi.waitFor(() => expect(said()).toBe('“Fair” is as it was'));
  expect(current.startDate).toBe(fair.startDate);
});

it('bases a change on the one that is on its way', async () => {
  await Promise.all([
    changes.change(fair, { startDate: '2026-11-04' }, 'One'),
    changes.change(fair, { endDate: '2026-11-08' }, 'Two'),
  ]);
  expect([current.startDate, current.endDate]).toEqual(['2026-11-04', '2026-11-08']);
});

it('leaves what somebody else has changed meanwhile', async () => {
  current = { ...fair, title: 'Large fair', etag: '2' };
  expect(await changes.change(fair, { endDate: '2026-11-07' }, 'Moved')).toBeDefined();
  expect(current).toMatchObject({ title: 'Large fair', endDate: '2026-11-07' });
  current = { ...current, endDate: '2026-11-09', etag: '3' };
  expect(await changes.change(fair, { endDate: '2026-11-10' }, 'Moved')).toBeUndefined();
  expect(current.endDate).toBe('2026-11-09');
  expect(said()).toContain('changed the same of “Large fair”');
});
