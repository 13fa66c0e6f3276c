import { describe, expect, it } from 'vitest';
import { addressOf, draftFromQuery, draftQuery, isEventId, placeOf, type Place } from './addresses';
import { uuid } from '../events/test_parts';
import type { EventDraft } from './types';

const parts = (path: string) => path.split('/').filter((part) => part !== '');

describe('a place', () => {
  const places: [string, Place][] = [
    ['/planner/week/2026-11-15', { view: 'week', date: '2026-11-15' }],
    ['/planner/list/2026-11-15', { view: 'list', date: '2026-11-15' }],
    [
      `/planner/day/2026-11-15/events/evt_${uuid}`,
      { view: 'day', date: '2026-11-15', dialog: { kind: 'event', id: `evt_${uuid}` } },
    ],
    [
      `/planner/day/2026-11-15/tasks/tsk_${uuid}`,
      { view: 'day', date: '2026-11-15', dialog: { kind: 'task', id: `tsk_${uuid}` } },
    ],
    ['/planner/year/2026-11-15/new', { view: 'year', date: '2026-11-15', dialog: { kind: 'new' } }],
    ...(['search', 'preferences', 'import', 'share', 'bin', 'keys'] as const).map(
      (kind): [string, Place] => [
        `/planner/month/2026-11-15/${kind}`,
        { view: 'month', date: '2026-11-15', dialog: { kind } },
      ],
    ),
  ];

  it.each(places)('%s', (path, place) => {
    expect(placeOf(parts(path))).toEqual(place);
    expect(addressOf(place)).toBe(path);
  });

  it('may be a task alone', () => {
    expect(placeOf(parts('/planner/tasks/tsk_1'))).toEqual({ kind: 'shortTask', id: 'tsk_1' });
    expect(placeOf(parts('/planner/tasks/tsk_1/more'))).toBe(undefined);
    expect(placeOf(parts('/planner/tasks/a#b'))).toBe(undefined);
  });

  it('may be an event alone', () => {
    expect(placeOf(parts(`/planner/events/mst_${uuid}`))).toEqual({
      kind: 'shortEvent',
      id: `mst_${uuid}`,
    });
  });

  it.each([
    '/planner',
    '/planner/week',
    '/planner/timeline/2026-11-15',
    '/planner/week/2026-13-15',
    '/planner/week/2026-11-15/nothing',
    '/planner/week/2026-11-15/keys/more',
    '/planner/week/2026-11-15/events',
    '/planner/week/2026-11-15/events/evt_1',
    `/planner/events/evt_${uuid}/more`,
    '/calendar/week/2026-11-15',
  ])('is not %s', (path) => {
    expect(placeOf(parts(path))).toBeUndefined();
  });
});

it('knows ids', () => {
  expect(isEventId(`inst_20261115_${uuid}`)).toBe(true);
  expect(isEventId(`inst_20261115T090000Z_${uuid}`)).toBe(true);
  expect(isEventId(`inst_2026_${uuid}`)).toBe(false);
  expect(isEventId(`usr_${uuid}`)).toBe(false);
  expect(isEventId(`evt_${uuid}/../x`)).toBe(false);
});

describe('a draft in an address', () => {
  const drafts: EventDraft[] = [
    { start: '2026-11-15T09:00:00', end: '2026-11-15T10:00:00', isAllDay: false },
    { start: '2026-11-15', end: '2026-11-17', isAllDay: true, title: 'A & B?', tags: ['a', 'b'] },
    {
      start: '2026-11-15T09:00',
      isAllDay: false,
      rrule: 'FREQ=WEEKLY;BYDAY=MO',
      location: 'Große Straße',
      reminderMinutes: [0, 15],
      tzid: 'America/New_York',
    },
    { start: '2026-11-15T09:00', isAllDay: false, tzid: null },
  ];

  it.each(drafts)('comes back: %o', (draft) => {
    expect(draftFromQuery(new URLSearchParams(draftQuery(draft)))).toEqual(draft);
  });

  it.each(['', '?title=A', '?start=tomorrow', '?start=2026-11-15', '?start=2026-02-30T09:00'])(
    'is none in "%s"',
    (query) => {
      expect(draftFromQuery(new URLSearchParams(query))).toBeUndefined();
    },
  );

  it('has no end before its start', () => {
    const query = new URLSearchParams('?start=2026-11-15T09:00&end=2026-11-15T08:00');
    expect(draftFromQuery(query)).toEqual({ start: '2026-11-15T09:00', isAllDay: false });
  });
});

it('still reads the address that the list had once', () => {
  const place = { view: 'list', date: '2026-11-15' };
  expect(placeOf(parts('/planner/agenda/2026-11-15'))).toEqual(place);
});
