import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { OfflineError } from '../lib/api';
import type { LiveEvent } from '../lib/live';
import { usualPreferences } from '../lib/preferences.svelte';
import { toasts } from '../lib/toasts.svelte';
import { AgendaData } from './data.svelte';
import { agendaItem, FakeServer, stayOf, taskOf } from './test_agenda';

vi.mock('../when/zones/zones', async (original) => ({
  ...(await original<typeof import('../when/zones/zones')>()),
  ownZone: ({ defaultTzid, version }: { defaultTzid: string; version: number }) =>
    version > 1 ? defaultTzid : 'Asia/Kolkata',
}));

const week = { from: '2026-11-16', to: '2026-11-22' };
const next = { from: '2026-11-23', to: '2026-11-29' };

let server: FakeServer;
let data: AgendaData;
let tell: (type: LiveEvent['type'], data?: unknown) => void;
let person: { preferences: typeof usualPreferences; start: () => Promise<void> };

beforeEach(() => {
  vi.useFakeTimers();
  server = new FakeServer();
  server.items = [agendaItem(), taskOf(), stayOf()];
  person = { preferences: { ...usualPreferences, version: 2 }, start: () => Promise.resolve() };
  data = new AgendaData(
    server.api,
    (onEvent) => {
      tell = (type, content) => onEvent({ type, data: content });
      return () => undefined;
    },
    person,
  );
});
afterEach(() => {
  data.stop();
  toasts.clear();
  vi.useRealTimers();
});

const settled = () => vi.advanceTimersByTimeAsync(500);
const titles = (range = week) => data.between(range).map(({ title }) => title);

async function start() {
  const started = data.start('nora');
  const shown = data.show([week]);
  tell('hello', { resumed: false });
  await settled();
  await Promise.all([started, shown]);
}

describe('at first', () => {
  it('asks once for the days, what has no time, and what is hidden', async () => {
    await start();
    expect(server.asked()).toEqual(['preferences', 'unscheduled', 'days 2026-11-16 2026-11-22']);
    expect(data.live.status).toBe('ready');
    expect(titles()).toEqual(['Dentist', 'Call plumber', 'Nora']);
    expect([data.zone, data.today]).toEqual(['Europe/Berlin', '2026-11-18']);
    expect([...data.owners.keys()]).toEqual(['person:nora', 'project:house', 'place:cottage']);
    expect(data.names.get('nora')).toBe('Nora');
  });

  it('asks in the zone of the browser for who has never chosen one', async () => {
    person.preferences = { ...usualPreferences, version: 1 };
    await start();
    expect(server.asked()).toContain('days 2026-11-16 2026-11-22 Asia/Kolkata');
  });

  it('says why nothing could be loaded, and tries again', async () => {
    server.failure = new OfflineError();
    await start();
    expect(data.live.status).toBe('failed');
    server.failure = undefined;
    await start();
    expect(data.live.status).toBe('ready');
  });

  it('names the parts that failed, and has the rest', async () => {
    server.failed = [{ app: 'projects', code: 'busy', detail: 'No.' }];
    await start();
    expect(data.failedIn(week, week)).toEqual([{ app: 'projects', code: 'busy', detail: 'No.' }]);
    expect(data.failedIn(next)).toEqual([]);
    expect(titles()).toHaveLength(3);
  });

  it('names each calendar that failed, once', async () => {
    const of = (id: string) => ({ kind: 'calendar' as const, id, name: id });
    const part = (id: string) => ({ app: 'calendars', code: 'busy', detail: 'No.', owner: of(id) });
    server.failed = [part('home'), part('club'), part('home')];
    await start();
    expect(data.failedIn(week).map(({ owner }) => owner?.name)).toEqual(['home', 'club']);
  });

  it('loads all pages', async () => {
    server.pageSize = 1;
    await start();
    expect(titles()).toHaveLength(3);
    expect(server.asked().slice(-2)).toEqual([
      'days 2026-11-16 2026-11-22  1',
      'days 2026-11-16 2026-11-22  2',
    ]);
  });
});

describe('afterwards', () => {
  beforeEach(async () => {
    await start();
    server.asked();
  });

  it('loads again what is shown, whichever app something changed in', async () => {
    server.items = [agendaItem({ title: 'Doctor' })];
    server.state++;
    tell('tree-person', {});
    tell('booking', {});
    await settled();
    expect(server.asked()).toEqual(['unscheduled', 'days 2026-11-16 2026-11-22']);
    expect(titles()).toEqual(['Doctor']);
  });

  it('keeps what it knows when nothing is different', async () => {
    const [before] = data.all(week);
    await data.refresh();
    expect(data.all(week)[0]).toBe(before);
  });

  it('shows an item where it was put, until that is over', () => {
    const [item] = data.all(week);
    const takeBack = data.place(item?.key ?? '', { start: '2026-11-18T10:00:00' });
    expect(data.all(week)[0]?.start).toBe('2026-11-18T10:00:00');
    takeBack();
    expect(data.all(week)[0]?.start).toBe('2026-11-17T09:00:00');
  });

  it('remembers what is hidden, one choice after the other', async () => {
    data.filter.showGroup('tasks', false);
    data.filter.showOwner('place:cottage', false);
    await settled();
    expect(titles()).toEqual(['Dentist']);
    expect(server.asked()).toEqual(['savePreferences', 'savePreferences']);
    expect(server.preferences).toEqual({
      ...{ hiddenKinds: ['task'], hiddenOwners: ['place:cottage'], declinedHidden: false },
    });
  });

  it('says when a choice could not be saved', async () => {
    server.failure = new OfflineError();
    data.filter.showGroup('tasks', false);
    await settled();
    expect(toasts.shown?.text).toMatch(/could not be saved/);
  });

  it('shows the copy of an event that is not hidden', async () => {
    const invited = agendaItem({ id: 'i', uid: 'u', title: 'Dinner', may: ['answer'] });
    const family = { kind: 'calendar' as const, id: 'family', name: 'Family' };
    const read = { ...invited, app: 'calendars', id: 'c', may: [], owner: family };
    server.items = [invited, read];
    server.state++;
    await data.refresh();
    const owners = () => data.between(week).map(({ owner }) => owner.kind);
    expect(owners()).toEqual(['person']);
    data.filter.toggleSolo({ kind: 'owner', key: 'calendar:family' });
    expect(owners()).toEqual(['calendar']);
    data.filter.toggleSolo({ kind: 'owner', key: 'person:nora' });
    expect(owners()).toEqual(['person']);
  });

  it('forgets everything when somebody else comes', () => {
    data.stop();
    expect(data.all(week)).toEqual([]);
    expect(data.owners.size).toBe(0);
  });
});
