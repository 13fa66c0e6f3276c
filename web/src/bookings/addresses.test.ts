import { describe, expect, it } from 'vitest';
import {
  addressOf,
  behind,
  bookingLink,
  draftFromQuery,
  draftQuery,
  pageOf,
  shortDialogOf,
} from './addresses';

const uuid = '8d7f4a0e-3f3c-4b77-9a53-2f4f6c0d1b2a';
const partsOf = (path: string) => path.split('/').filter((part) => part !== '');

describe('addresses that are read and written', () => {
  it.each([
    '/bookings/timeline/2026-07-01',
    '/bookings/default/month/2026-07-01',
    `/bookings/${uuid}/year/2026-01-01`,
    '/bookings/timeline/2026-07-01/new',
    `/bookings/default/month/2026-07-01/events/default/${uuid}`,
    '/bookings/timeline/2026-07-01/places/new',
    `/bookings/timeline/2026-07-01/places/${uuid}/prices`,
    '/bookings/default/year/2026-01-01/places/default/feed',
    '/bookings/timeline/2026-07-01/statistics/default',
    '/bookings/default/month/2026-07-01/own',
    '/bookings/default/month/2026-07-01/wishes',
    '/bookings/default/month/2026-07-01/keys',
  ])('%s', (path) => {
    const page = pageOf(partsOf(path));
    expect(page && addressOf(page)).toBe(path);
  });

  it.each([
    '/planner/timeline/2026-07-01',
    '/bookings/timeline/2026-02-30',
    '/bookings/month/2026-07-01',
    '/bookings/nobody/month/2026-07-01',
    '/bookings/default/week/2026-07-01',
    '/bookings/default/month/2026-07-01/events/default/..',
    `/bookings/default/month/2026-07-01/events/else/${uuid}`,
    '/bookings/timeline/2026-07-01/places/default/secrets',
    '/bookings/timeline/2026-07-01/own/more',
    '/bookings/timeline/2026-07-01/statistics/default/2026',
  ])('%s is none', (path) => {
    expect(pageOf(partsOf(path))).toBeUndefined();
  });

  it('know what is below a dialog', () => {
    const page = pageOf(partsOf('/bookings/default/month/2026-07-01/own'));
    expect(page && behind(page)).toBe('/bookings/default/month/2026-07-01');
  });

  it('lead to a dialog without a view', () => {
    const link = bookingLink({ id: uuid, resourceId: 'default' });
    expect(shortDialogOf(partsOf(link))).toEqual({ kind: 'event', placeId: 'default', id: uuid });
    expect(shortDialogOf(partsOf('/bookings/own'))).toEqual({ kind: 'own' });
    expect(shortDialogOf(partsOf('/bookings'))).toBeUndefined();
    expect(shortDialogOf(partsOf('/bookings/else'))).toBeUndefined();
  });
});

describe('a new booking', () => {
  const timeline = { view: 'timeline', date: '2026-07-01' } as const;
  const month = { view: 'month', placeId: 'default', date: '2026-07-01' } as const;
  const read = (query: string, page: typeof timeline | typeof month) =>
    draftFromQuery(new URLSearchParams(query), page);

  it('is in its address', () => {
    const draft = { placeId: uuid, start: '2026-07-03', end: '2026-07-06' };
    expect(read(draftQuery(draft), timeline)).toEqual(draft);
    expect(draftQuery({})).toBe('');
  });

  it('is in the place of the view unless the address names another', () => {
    expect(read('', month)).toEqual({ placeId: 'default' });
    expect(read('place=nonsense', month)).toEqual({ placeId: 'default' });
    expect(read(`place=${uuid}`, month)).toEqual({ placeId: uuid });
  });

  it('has no nights that end before they begin', () => {
    expect(read('start=2026-07-03&end=2026-07-03', timeline)).toEqual({ start: '2026-07-03' });
    expect(read('end=2026-07-03', timeline)).toEqual({});
    expect(read('start=yesterday&end=2026-07-03', timeline)).toEqual({});
  });
});
