import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { OfflineError } from '../lib/api';
import type { LiveEvent } from '../lib/live';
import { toasts } from '../lib/toasts.svelte';
import { bookingOf, FakeServer, placeOf, wishOf } from './test_server';

// Who is signed in asks the page for its address, which there is none of here.
vi.mock('../accounts/session.svelte', () => ({ session: { me: { id: 'nora' } } }));

const { Bookings } = await import('./data.svelte');

const july = { start: '2026-07-01', end: '2026-08-01' };
const asking = 'list 2026-06-30 2026-08-01';
let server: FakeServer;
let data: InstanceType<typeof Bookings>;
let tell: (type: LiveEvent['type'], told?: unknown) => void;

beforeEach(() => {
  vi.useFakeTimers();
  server = new FakeServer();
  server.bookings = [
    bookingOf({ id: 'a' }),
    bookingOf({ id: 'b', start: '2026-06-28', end: '2026-07-01' }),
  ];
  data = new Bookings(server.api, (onEvent) => {
    tell = (type, told) => onEvent({ type, data: told });
    return () => undefined;
  });
});
afterEach(() => {
  data.stop();
  toasts.clear();
  vi.useRealTimers();
});

const settled = () => vi.advanceTimersByTimeAsync(500);
const ids = (placeId = 'default', days = july) =>
  data.bookingsIn(placeId, days).map(({ id }) => id);

async function start(placeId?: string) {
  void data.start('nora');
  void data.show(july, placeId);
  tell('hello', { resumed: false });
  await settled();
}

describe('at first', () => {
  it('asks for the places and for the days that are shown, with who leaves on the first', async () => {
    await start('default');
    expect(server.asked()).toEqual(['wishes', 'own', 'places', `${asking} default`]);
    expect(data.live.status).toBe('ready');
    expect(ids()).toEqual(['b', 'a']);
  });

  it('asks for all places at once', async () => {
    server.places = [placeOf(), placeOf({ id: 'boat' })];
    server.bookings.push(bookingOf({ id: 'c', resourceId: 'boat' }));
    await start();
    expect(server.asked()).toContain(`${asking} all`);
    expect(ids('boat')).toEqual(['c']);
    void data.show(july, 'boat');
    await settled();
    expect(server.asked()).toEqual([]);
  });

  it('says that nothing could be loaded, and tries again', async () => {
    server.failure = new OfflineError();
    await start();
    expect(data.live.status).toBe('failed');
    server.failure = undefined;
    await start();
    expect(data.live.status).toBe('ready');
    expect(ids()).toEqual(['b', 'a']);
  });
});

describe('leaving the page', () => {
  it('for another address of it asks for nothing again', async () => {
    await start('default');
    server.asked();
    data.leave();
    await data.start('nora');
    await settled();
    expect(server.asked()).toEqual([]);
    expect(data.live.status).toBe('ready');
  });

  it('forgets everything', async () => {
    await start('default');
    data.leave();
    await settled();
    expect(data.places).toEqual([]);
    expect(data.live.status).toBe('loading');
  });
});

describe('live', () => {
  beforeEach(async () => {
    await start('default');
    server.asked();
  });

  it('asks once for several bookings of a place that changed', async () => {
    server.bookings = [bookingOf({ id: 'c', start: '2026-07-10', end: '2026-07-12' })];
    tell('booking', { placeId: 'default', id: 'c' });
    tell('booking', { placeId: 'default', id: 'a', gone: true });
    await settled();
    expect(server.asked().sort()).toEqual([`${asking} default`, 'own']);
    expect(ids()).toEqual(['c']);
  });

  it('knows at once what was cancelled, and nothing else to be gone', async () => {
    tell('booking', { placeId: 'default', id: 'a', gone: true });
    tell('booking', { placeId: 'default', id: 'b' });
    expect(ids()).toEqual(['b']);
    expect([...data.gone]).toEqual(['a']);
    await settled();
    data.stop();
    expect([...data.gone]).toEqual([]);
  });

  it('asks whether nights that were offered are still free', async () => {
    data.wishes = [wishOf({ offered: true })];
    server.wishes = [wishOf({ offered: false })];
    tell('booking', { placeId: 'default', id: 'c' });
    await settled();
    expect(data.wishes.map(({ offered }) => offered)).toEqual([false]);
  });

  it('asks again for everything after a break', async () => {
    tell('reset', {});
    await settled();
    expect(server.asked()).toContain(`${asking} default`);
  });

  it('loads places when one changes, and forgets what is gone', async () => {
    server.places = [];
    tell('place', { id: 'default', gone: true });
    await settled();
    expect(server.asked()).toEqual(['places']);
    expect(data.places).toEqual([]);
    expect(ids()).toEqual([]);
  });

  it('says once that the nights of a wish are free', async () => {
    const offers: string[] = [];
    data.onOffer = ({ id }) => offers.push(id);
    server.wishes = [wishOf({ offered: true })];
    tell('wish', { placeId: 'default', id: 'w', offered: true });
    tell('wish', { placeId: 'default', id: 'other' });
    await settled();
    expect(offers).toEqual(['w']);
    expect(data.wishes).toHaveLength(1);
  });
});

describe('changes', () => {
  beforeEach(async () => {
    await start('default');
    server.asked();
  });

  it('are shown as the server made them', async () => {
    const made = await data.create('default', { start: '2026-07-20', end: '2026-07-22' });
    expect(ids()).toEqual(['b', 'a', 'new']);
    await data.change(made, { end: '2026-07-24' });
    expect(data.known('default', 'new')?.end).toBe('2026-07-24');
    await data.remove(made);
    expect(ids()).toEqual(['b', 'a']);
    expect(server.asked()).toEqual(['create 2026-07-20', 'change new v1', 'remove new v1']);
  });

  it('are not taken back by an answer that is older', async () => {
    tell('booking', { placeId: 'default', id: 'a' });
    vi.advanceTimersByTime(100);
    // The question is on its way, and its answer does not know of this one.
    void data.create('default', { start: '2026-07-20', end: '2026-07-22' });
    await settled();
    expect(ids()).toEqual(['b', 'a', 'new']);
  });

  it('are where the person has put them until the server has answered', () => {
    const takeBack = data.put('a', { start: '2026-07-10', end: '2026-07-13' });
    expect(data.bookingsIn('default', july).find(({ id }) => id === 'a')?.start).toBe('2026-07-10');
    takeBack();
    expect(data.bookingsIn('default', july).find(({ id }) => id === 'a')?.start).toBe('2026-07-03');
  });

  it('that fulfil a wish ask for the wishes that are left', async () => {
    data.wishes = [wishOf({ start: '2026-07-20', end: '2026-07-21' })];
    await data.create('default', { start: '2026-07-20', end: '2026-07-22' });
    await settled();
    expect(server.asked()).toEqual(['create 2026-07-20', 'wishes']);
  });
});

describe('prices', () => {
  const seasons = [
    { name: 'Summer', from: '07-01', to: '08-31', pricePerNight: 18000, minNights: null },
  ];

  it('without seasons are not asked for', async () => {
    await start('default');
    expect(data.priceOf('default', '2026-07-01')?.price).toBe(12000);
    expect(server.asked().some((call) => call.startsWith('prices'))).toBe(false);
  });

  it('are asked for by months, once, and again when the place has changed', async () => {
    server.places = [placeOf({ seasons })];
    await start('default');
    expect(server.asked()).toContain('prices default 2026-07-01 2026-08-01');
    expect(data.priceOf('default', '2026-07-01')).toMatchObject({ price: 18000, season: 'Summer' });
    expect(data.priceOf('default', '2026-07-02')).toBeUndefined();
    void data.show({ start: '2026-07-05', end: '2026-08-03' }, 'default');
    await settled();
    const further = server.asked().filter((call) => call.startsWith('prices'));
    expect(further).toEqual(['prices default 2026-08-01 2026-09-01']);
    server.places = [placeOf({ seasons, etag: 'v2' })];
    tell('place', { id: 'default' });
    await settled();
    const again = server.asked().filter((call) => call.startsWith('prices'));
    expect(again).toEqual(['prices default 2026-07-01 2026-09-01']);
  });
});
