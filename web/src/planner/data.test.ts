import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { OfflineError } from '../lib/api';
import type { LiveEvent } from '../lib/live';
import { toasts } from '../lib/toasts.svelte';
import { palette } from '../ui/colors';
import { Planner } from './data.svelte';
import { eventOf, occurrenceOf } from '../events/test_parts';
import { FakeServer } from './test_server';

vi.mock('../when/zones/zones', async (original) => ({
  ...(await original<typeof import('../when/zones/zones')>()),
  zoneHere: () => 'Asia/Kolkata',
}));

const week = { from: '2026-11-16', to: '2026-11-22' };
const next = { from: '2026-11-23', to: '2026-11-29' };

let server: FakeServer;
let planner: Planner;
let tell: (type: LiveEvent['type'], data?: unknown) => void;

beforeEach(() => {
  vi.useFakeTimers();
  server = new FakeServer();
  server.occurrences = [occurrenceOf({ id: 'a', tags: ['work'] }), occurrenceOf({ id: 'b' })];
  planner = new Planner(server.api, (onEvent) => {
    tell = (type, data) => onEvent({ type, data });
    return () => undefined;
  });
});
afterEach(() => {
  planner.stop();
  toasts.clear();
  vi.useRealTimers();
});

const settled = () => vi.advanceTimersByTimeAsync(500);
const ids = (range = week) => planner.between(range).map(({ id }) => id);

async function start() {
  const started = planner.start('nora', week);
  const shown = planner.show([week]);
  tell('hello', { resumed: false });
  await settled();
  await Promise.all([started, shown]);
}

describe('at first', () => {
  it('asks once, after the stream has begun', async () => {
    await start();
    expect(server.asked()).toEqual(['bootstrap 2026-11-16 2026-11-22']);
    expect(planner.live.status).toBe('ready');
    expect(ids()).toEqual(['a', 'b']);
    expect(planner.zone).toBe('Europe/Berlin');
  });

  it('asks once when the page is left and comes again meanwhile', async () => {
    void planner.start('nora', week);
    planner.stop();
    await start();
    expect(server.asked()).toEqual(['bootstrap 2026-11-16 2026-11-22']);
  });

  it('asks again what was asked before the stream began', async () => {
    void planner.start('nora', week);
    void planner.show([week]);
    await settled();
    expect(server.asked()).toEqual(['bootstrap 2026-11-16 2026-11-22']);
    tell('hello', { resumed: false });
    await settled();
    expect(server.asked()).toEqual(['view 2026-11-16 2026-11-22']);
  });

  it('sets the zone of whoever comes for the first time', async () => {
    server.preferences = { ...server.preferences, defaultTzid: 'UTC', version: 1, etag: 'v1' };
    await start();
    expect(server.asked().slice(1)).toEqual(['savePreferences v1', 'view 2026-11-16 2026-11-22']);
    expect(planner.zone).toBe('Asia/Kolkata');
  });

  it('leaves the zone of whoever has chosen one', async () => {
    server.preferences = { ...server.preferences, defaultTzid: 'UTC', version: 2 };
    await start();
    expect(server.asked()).toHaveLength(1);
    expect(planner.zone).toBe('UTC');
  });

  it('says why nothing could be loaded, and tries again', async () => {
    server.failure = new OfflineError();
    await start();
    expect(planner.live.status).toBe('failed');
    expect(planner.live.failure).toMatch(/cannot be reached/);
    server.failure = undefined;
    await start();
    expect(planner.live.status).toBe('ready');
  });

  it('says whether anything was ever planned', async () => {
    server.occurrences = [];
    await start();
    expect(planner.isEmpty).toBe(true);
  });
});

describe('afterwards', () => {
  beforeEach(async () => {
    await start();
    server.asked();
  });

  it('loads what is shown, and what is known only once', async () => {
    await planner.show([next]);
    await planner.show([week]);
    await planner.show([{ from: '2026-11-17', to: '2026-11-17' }]);
    expect(server.asked()).toEqual(['view 2026-11-23 2026-11-29']);
  });

  it('loads what is shown again when something changed, and nothing else', async () => {
    void planner.glance(next);
    await settled();
    expect(server.asked()).toEqual(['view 2026-11-23 2026-11-29']);
    tell('planner', { id: 'a', kind: 'event' });
    tell('planner', { id: 'b', kind: 'event' });
    await settled();
    expect(server.asked()).toEqual(['view 2026-11-16 2026-11-22']);
    await planner.show([next]);
    expect(server.asked()).toEqual(['view 2026-11-23 2026-11-29']);
  });

  it('shows what is new when a change is through', async () => {
    const changing = planner.create({ title: 'Lunch', tags: ['food'] });
    server.occurrences.push(occurrenceOf({ id: 'c' }));
    await changing;
    expect(server.asked()).toEqual(['create Lunch', 'view 2026-11-16 2026-11-22']);
    expect(ids()).toEqual(['a', 'b', 'c']);
    expect(planner.tags).toEqual(['food', 'work']);
  });

  it('shows only what has one of the tags', () => {
    planner.filter.add('work');
    expect(ids()).toEqual(['a']);
    planner.filter.clear();
    expect(ids()).toEqual(['a', 'b']);
  });

  it('gives new events the colour that is used least', async () => {
    const given: string[] = [];
    server.api.create = (input) =>
      Promise.resolve(eventOf({ id: `evt_${given.length}`, color: input.color ?? null }));
    // Outside of what is shown.
    for (let count = 0; count <= palette.length; count++) {
      given.push(planner.newColor);
      await planner.create({ title: `${count}`, color: planner.newColor });
    }
    expect(new Set(given).size).toBe(palette.length);
    expect(given.at(-1)).toBe(given[0]);
  });

  it('shows one spelling of a tag, and all that has any of them', async () => {
    const other = occurrenceOf({ id: 'c', tags: ['WORK'] });
    server.occurrences = [...server.occurrences, other];
    server.tags = ['work'];
    await planner.refresh();
    planner.profile.learnTags(['Work', 'home']);
    expect(planner.tags).toEqual(['home', 'work']);
    expect(planner.between(week).find(({ id }) => id === 'c')?.tags).toEqual(['work']);
    planner.filter.add('Work');
    expect(ids()).toEqual(['a', 'c']);
  });

  it('shows something where it was put, until that is taken back', () => {
    const to = { start: '2026-11-18T09:00:00', end: '2026-11-18T10:00:00', isAllDay: false };
    const takeBack = planner.place('a', to);
    expect(planner.between(week)[0]).toMatchObject(to);
    takeBack();
    expect(planner.between(week)[0]?.start).toBe('2026-11-17T09:00:00');
  });

  it('asks for an event once, until something changes or it failed', async () => {
    await Promise.all([planner.get('a'), planner.get('a')]);
    expect(server.asked()).toEqual(['get a']);
    await planner.get('b');
    tell('planner', { id: 'b' });
    await planner.get('b');
    await settled();
    expect(server.asked().filter((call) => call === 'get b')).toHaveLength(2);
    server.failure = new OfflineError();
    await expect(planner.get('c')).rejects.toThrow();
    server.failure = undefined;
    await expect(planner.get('c')).resolves.toMatchObject({ id: 'c' });
  });

  it('loads everything by the clock of another zone', async () => {
    await planner.profile.savePreferences({ defaultTzid: 'Asia/Tokyo' });
    expect(server.asked()).toEqual(['savePreferences v2', 'view 2026-11-16 2026-11-22']);
    expect(planner.zone).toBe('Asia/Tokyo');
  });

  it('hears of preferences that were changed elsewhere', async () => {
    server.preferences = { ...server.preferences, weekStart: 0, version: 3, etag: 'v3' };
    tell('planner-preferences', {});
    await settled();
    expect(planner.preferences.weekStart).toBe(0);
  });

  it('keeps what it knows when loading fails', async () => {
    server.failure = new OfflineError();
    tell('reset');
    await settled();
    expect(planner.live.status).toBe('ready');
    expect(ids()).toEqual(['a', 'b']);
  });

  it('lets go of everything for somebody else', () => {
    planner.stop();
    expect(ids()).toEqual([]);
    expect(planner.live.status).toBe('loading');
  });
});
