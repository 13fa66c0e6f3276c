import { describe, expect, it } from 'vitest';
import { isView } from '../lib/dates';
import { addressOf, placeOf, type Place } from './addresses';

const id = '9acc22e4-7724-41de-b23b-e0895483f3ac';
const partsOf = (path: string) => path.split('/').filter((part) => part !== '');

describe('addresses of the calendar', () => {
  const places: [string, Place][] = [
    ['/calendar/month/2026-11-15', { view: 'month', date: '2026-11-15' }],
    ['/calendar/week/2026-11-15', { view: 'week', date: '2026-11-15' }],
    ['/calendar/day/2024-02-29', { view: 'day', date: '2024-02-29' }],
    ['/calendar/list/2026-11-15', { view: 'list', date: '2026-11-15' }],
    [
      '/calendar/year/2026-11-15/new',
      { view: 'year', date: '2026-11-15', dialog: { kind: 'new' } },
    ],
    [
      `/calendar/month/2026-11-15/entries/${id}`,
      { view: 'month', date: '2026-11-15', dialog: { kind: 'entry', id } },
    ],
    [
      `/calendar/month/2026-11-15/calendars/${id}`,
      { view: 'month', date: '2026-11-15', dialog: { kind: 'calendar', id, tab: 'details' } },
    ],
    [
      `/calendar/month/2026-11-15/calendars/${id}/people`,
      { view: 'month', date: '2026-11-15', dialog: { kind: 'calendar', id, tab: 'people' } },
    ],
    [
      `/calendar/month/2026-11-15/calendars/${id}/feed`,
      { view: 'month', date: '2026-11-15', dialog: { kind: 'calendar', id, tab: 'feed' } },
    ],
    [
      '/calendar/day/2026-11-15/subscriptions',
      { view: 'day', date: '2026-11-15', dialog: { kind: 'subscriptions' } },
    ],
    [
      '/calendar/day/2026-11-15/feed',
      { view: 'day', date: '2026-11-15', dialog: { kind: 'feed' } },
    ],
    [
      '/calendar/month/2026-11-15/calendars/new',
      { view: 'month', date: '2026-11-15', dialog: { kind: 'newCalendar' } },
    ],
    [
      '/calendar/day/2026-11-15/search',
      { view: 'day', date: '2026-11-15', dialog: { kind: 'search' } },
    ],
    ['/calendar/day/2026-11-15/bin', { view: 'day', date: '2026-11-15', dialog: { kind: 'bin' } }],
    [
      '/calendar/day/2026-11-15/keys',
      { view: 'day', date: '2026-11-15', dialog: { kind: 'keys' } },
    ],
  ];

  it.each(places)('%s is read and written alike', (path, place) => {
    expect(placeOf(partsOf(path))).toEqual(place);
    expect(addressOf(place)).toBe(path);
  });

  it('knows an entry without a view', () => {
    expect(placeOf(partsOf(`/calendar/entries/${id}`))).toEqual({ kind: 'shortEntry', id });
  });

  it.each([
    '/',
    '/calendar',
    '/calendar/month',
    '/settings/month/2026-11-15',
    '/calendar/decade/2026-11-15',
    '/calendar/month/2026-02-30',
    '/calendar/month/tomorrow',
    '/calendar/month/2026-11-15/nothing',
    '/calendar/month/2026-11-15/new/more',
    '/calendar/month/2026-11-15/entries',
    '/calendar/month/2026-11-15/entries/..',
    `/calendar/month/2026-11-15/entries/${id}/more`,
    `/calendar/month/2026-11-15/calendars/${id}/money`,
    `/calendar/month/2026-11-15/calendars/${id}/people/more`,
    '/calendar/month/2026-11-15/calendars/new/people',
    '/calendar/entries/1',
    `/calendar/entries/${id}/more`,
  ])('%s is no page', (path) => {
    expect(placeOf(partsOf(path))).toBeUndefined();
  });

  it('knows which words are views', () => {
    expect(isView('week')).toBe(true);
    expect(isView('toString')).toBe(false);
    expect(isView(null)).toBe(false);
  });
});
