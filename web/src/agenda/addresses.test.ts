import { describe, expect, it } from 'vitest';
import { addressOf, placeOf } from './addresses';

const parts = (path: string) => path.split('/').filter((part) => part !== '');

describe('an address', () => {
  it.each([
    ['/agenda/week/2026-11-18', { view: 'week', date: '2026-11-18' }],
    [
      '/agenda/list/2026-11-18/keys',
      { view: 'list', date: '2026-11-18', dialog: { kind: 'keys' } },
    ],
    [
      '/agenda/day/2026-11-18/plan/projects/a%20b',
      { view: 'day', date: '2026-11-18', dialog: { kind: 'plan', app: 'projects', id: 'a b' } },
    ],
    [
      '/agenda/day/2026-11-18/invitation/cal_1/mst_2',
      {
        view: 'day',
        date: '2026-11-18',
        dialog: { kind: 'invitation', ownerId: 'cal_1', eventId: 'mst_2' },
      },
    ],
  ] as const)('%s leads somewhere and back', (path, place) => {
    expect(placeOf(parts(path))).toEqual(place);
    expect(addressOf(place)).toBe(path);
  });

  it.each([
    '/agenda',
    '/agenda/week',
    '/agenda/year/2026-11-18',
    '/agenda/week/2026-13-18',
    '/agenda/week/2026-11-18/plan/projects',
    '/agenda/week/2026-11-18/plan/projects/%E0%A4%A',
    '/agenda/week/2026-11-18/plan/projects/a/b',
    '/agenda/week/2026-11-18/keys/more',
    '/agenda/week/2026-11-18/invitation/cal_1',
    '/agenda/week/2026-11-18/nowhere',
    '/planner/week/2026-11-18',
  ])('%s leads nowhere', (path) => {
    expect(placeOf(parts(path))).toBeUndefined();
  });
});
