import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { eventOf } from '../events/test_parts';
import type { SearchResult } from '../events/types';
import { ApiError, OfflineError } from '../lib/api';
import { connection } from '../lib/connection.svelte';
import type { LiveEvent } from '../lib/live';
import type { Occurrence } from '../events/types';
import type { Calendar, Entry, Subscription } from '../lib/types';
import type { CalendarApi } from './calendar_api';
import { conflicts } from './editor/conflicts.svelte';
import { CalendarData } from './data.svelte';
import { ConflictError } from './entries/errors';
import { calendarOf, deferred, entryOf, later } from './entries/test_entries';
import { subscriptionOf } from './subscriptions/test_subscriptions';

// A server of which the test says what it has.
let calendars: Calendar[];
let entries: Entry[];
let subscriptions: Subscription[];
// Of each subscription.
let subscribed: Record<string, string[]>;
let data: CalendarData;
let tell: (type: LiveEvent['type'], data: unknown) => void;
const stopListening = vi.fn();

const events = {
  view: vi.fn(async () => ({ isSame: false, content: { occurrences: [] }, etag: 's' })),
  search: vi.fn(async (): Promise<SearchResult[]> => []),
};
const api = {
  list: vi.fn(async () => calendars),
  range: vi.fn(async (id: string, from: string, to: string) =>
    entries.filter((entry) => entry.calendarId === id && entry.date >= from && entry.date <= to),
  ),
  entry: vi.fn(async (id: string): Promise<Entry> => {
    const found = entries.find((entry) => entry.id === id);
    if (!found) throw new ApiError({ status: 404, title: '', detail: 'It is not there.' });
    return found;
  }),
  events: vi.fn(() => events),
  subscriptions: vi.fn(async () => subscriptions),
  subscribedEvents: vi.fn((id: string) => ({ view: () => viewOf(id) })),
  createCalendar: vi.fn(),
  changeCalendar: vi.fn(),
  removeCalendar: vi.fn(async () => undefined),
  removeMember: vi.fn(async () => undefined),
};

const viewOf = vi.fn(async (id: string) => {
  const occurrences = (subscribed[id] ?? []).map((title) => dayOf(title));
  return { isSame: false, content: { occurrences }, etag: 's' };
});

function dayOf(title: string): Occurrence {
  const day = { start: '2026-11-20', end: '2026-11-21', isAllDay: true };
  return { ...day, id: `evt_${title}`, kind: 'event', title, tags: [] } as unknown as Occurrence;
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.clearAllMocks();
  calendars = [calendarOf('work', { role: 'reader' }), calendarOf('home')];
  entries = [entryOf({ id: 'a' }), entryOf({ id: 'w', calendarId: 'work', title: 'Review' })];
  subscriptions = [];
  subscribed = {};
  const listenTo = (onEvent: (event: LiveEvent) => void) => {
    tell = (type, told) => onEvent({ type, data: told });
    return stopListening;
  };
  data = new CalendarData(api as unknown as CalendarApi, listenTo);
});
afterEach(() => {
  data.stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const settle = () => vi.advanceTimersByTimeAsync(1000);
const titles = () => data.entries.map(({ title }) => title).sort();
const ranges = () => api.range.mock.calls.map((call) => call.join(' '));

async function begin() {
  void data.start('ada');
  void data.show('2026-11-01', '2026-11-30');
  tell('hello', { resumed: false });
  await settle();
}

describe('starting', () => {
  it('loads calendars by name, and what is shown, and then what is next to it', async () => {
    await begin();
    expect(data.live.status).toBe('ready');
    expect(data.calendars.map(({ id }) => id)).toEqual(['home', 'work']);
    expect(titles()).toEqual(['Dentist', 'Review']);
    expect(ranges().sort()).toEqual([
      'home 2026-10-02 2026-10-31',
      'home 2026-11-01 2026-11-30',
      'home 2026-12-01 2026-12-30',
      'work 2026-10-02 2026-10-31',
      'work 2026-11-01 2026-11-30',
      'work 2026-12-01 2026-12-30',
    ]);
    expect(data.mayWrite('home')).toBe(true);
    expect(data.mayWrite('work')).toBe(false);
  });

  it('takes what is shown before it knows for whom', async () => {
    void data.show('2026-11-01', '2026-11-30');
    void data.start('ada');
    await settle();
    expect(titles()).toEqual(['Dentist', 'Review']);
  });

  it('does not wait for a stream that does not come, but loads again after it', async () => {
    void data.start('ada');
    void data.show('2026-11-01', '2026-11-30');
    await settle();
    expect(data.live.status).toBe('ready');
    const asked = api.range.mock.calls.length;
    tell('hello', { resumed: false });
    await settle();
    expect(api.range.mock.calls.length).toBe(2 * asked);
  });

  it('says that it failed, and can try again', async () => {
    api.list.mockRejectedValueOnce(new OfflineError());
    void data.start('ada');
    void data.show('2026-11-01', '2026-11-30');
    await settle();
    expect(data.live.status).toBe('failed');
    expect(data.live.failure).toContain('cannot be reached');
    await Promise.all([data.start('ada'), settle()]);
    expect(data.live.status).toBe('ready');
    expect(titles()).toEqual(['Dentist', 'Review']);
  });

  it('keeps nothing for the next person', async () => {
    await begin();
    data.setHidden('home', true);
    const entry = entryOf({ id: 'a' });
    conflicts.show(new ConflictError({}, entry, later(entry, {})));
    data.stop();
    expect(stopListening).toHaveBeenCalled();
    expect([data.calendars, data.entries, data.known('a')]).toEqual([[], [], undefined]);
    calendars = [];
    void data.start('ben');
    await settle();
    expect([data.calendars, data.entries, data.live.status]).toEqual([[], [], 'ready']);
    expect(data.hidden.size).toBe(0);
    expect(conflicts.open).toBeNull();
  });

  it('does not give the next person the calendar that this one was still making', async () => {
    await begin();
    const made = deferred<Calendar>();
    api.createCalendar.mockReturnValue(made.promise);
    const creating = data.createCalendar({ name: 'Secret', color: '#3B82F6' }, 'key');
    data.stop();
    calendars = [];
    void data.start('ben');
    await settle();
    made.resolve(calendarOf('secret'));
    await creating;
    expect(data.calendars).toEqual([]);
  });

  it('does not show a reply that comes after stopping', async () => {
    void data.start('ada');
    void data.show('2026-11-01', '2026-11-30');
    data.stop();
    await settle();
    expect([data.calendars, data.entries]).toEqual([[], []]);
  });
});

it('does not fail for somebody who has left', async () => {
  api.list.mockRejectedValueOnce(new OfflineError());
  void data.start('ada');
  data.stop();
  await settle();
  expect([data.live.status, data.live.failure]).toEqual(['loading', '']);
});

describe('what is told', () => {
  const title = (text: string) => later(entryOf({ id: 'a' }), { title: text });

  it('changes what is shown, without asking', async () => {
    await begin();
    api.range.mockClear();
    tell('entry', { calendarId: 'home', id: 'a', entry: title('Changed') });
    expect(titles()).toEqual(['Changed', 'Review']);
    expect(data.known('a')?.title).toBe('Changed');
    tell('entry', { calendarId: 'home', id: 'a', entry: null });
    expect(titles()).toEqual(['Review']);
    await data.show('2026-11-01', '2026-11-30');
    expect(api.range).not.toHaveBeenCalled();
  });

  it.each([
    ['reset', {}],
    ['hello', { resumed: false }],
  ] as const)('%s loads what is shown again, and shows the old until then', async (type, told) => {
    await begin();
    entries = [title('Changed')];
    tell(type, told);
    expect(titles()).toEqual(['Dentist', 'Review']);
    await settle();
    expect(titles()).toEqual(['Changed']);
    expect(api.list.mock.calls.length).toBeGreaterThanOrEqual(2);
  });

  it('loads nothing again when the stream went on', async () => {
    await begin();
    api.range.mockClear();
    tell('hello', { resumed: true });
    await settle();
    expect(api.range).not.toHaveBeenCalled();
  });

  it('loads again when the server can be reached again', async () => {
    await begin();
    entries = [];
    connection.lost();
    connection.reached();
    await settle();
    expect(titles()).toEqual([]);
  });

  it('brings calendars, changes them and takes them away', async () => {
    await begin();
    calendars = [...calendars, calendarOf('club')];
    entries = [...entries, entryOf({ id: 'c', calendarId: 'club', title: 'Match' })];
    tell('membership', { calendarId: 'club', userId: 'ada', role: 'reader' });
    await settle();
    expect(titles()).toEqual(['Dentist', 'Match', 'Review']);
    const renamed = calendarOf('club', { name: 'A club' });
    tell('calendar', { calendarId: 'club', calendar: renamed });
    expect(data.calendars[0]).toEqual(renamed);
    tell('calendar', { calendarId: 'club', calendar: null });
    tell('membership', { calendarId: 'work', userId: 'ada', role: null });
    expect(data.calendars.map(({ id }) => id)).toEqual(['home']);
    expect(titles()).toEqual(['Dentist']);
    expect(data.membersVersion).toBe(2);
  });

  it('does not bring back a calendar that was deleted while the list was under way', async () => {
    await begin();
    const before = calendars;
    api.list.mockImplementationOnce(async () => {
      tell('calendar', { calendarId: 'work', calendar: null });
      calendars = [calendarOf('home')];
      return before;
    });
    tell('membership', { calendarId: 'home', userId: 'ada', role: 'owner' });
    await settle();
    expect(data.calendars.map(({ id }) => id)).toEqual(['home']);
  });
});

describe('calendars', () => {
  it('are hidden and shown', async () => {
    await begin();
    data.setHidden('work', true);
    expect(titles()).toEqual(['Dentist']);
    expect(data.hidden.has('work')).toBe(true);
    data.setHidden('work', false);
    expect(titles()).toEqual(['Dentist', 'Review']);
  });

  it('stay as somebody else made them when the reply to an own change comes late', async () => {
    await begin();
    const reply = deferred<Calendar>();
    api.changeCalendar.mockReturnValue(reply.promise);
    const home = data.calendar('home') ?? calendarOf('home');
    const changing = data.changeCalendar(home, { name: 'Mine' });
    const theirs = { name: 'Theirs', etag: 'home-3', updatedAt: '2026-11-15T13:00:02Z' };
    tell('calendar', { calendarId: 'home', calendar: calendarOf('home', theirs) });
    const mine = { name: 'Mine', etag: 'home-2', updatedAt: '2026-11-15T13:00:01Z' };
    reply.resolve(calendarOf('home', mine));
    await changing;
    expect(data.calendar('home')?.name).toBe('Theirs');
  });

  it('are made, and left', async () => {
    await begin();
    api.createCalendar.mockResolvedValue(calendarOf('a new one'));
    await data.createCalendar({ name: 'a new one', color: '#3B82F6' }, 'key');
    expect(data.calendars[0]?.id).toBe('a new one');
    await data.removeMember('work', 'ben');
    expect(data.calendar('work')).toBeDefined();
    await data.removeMember('work', 'ada');
    await data.removeCalendar('a new one');
    expect(data.calendars.map(({ id }) => id)).toEqual(['home']);
    expect(titles()).toEqual(['Dentist']);
  });
});

describe('finding', () => {
  it('asks for one entry only when it is not known', async () => {
    await begin();
    expect(await data.find('a')).toBe(entries[0]);
    expect(api.entry).not.toHaveBeenCalled();
    entries.push(entryOf({ id: 'far', date: '2030-01-01' }));
    expect((await data.find('far'))?.date).toBe('2030-01-01');
    expect(data.known('far')).toBeDefined();
    expect(await data.find('nothing')).toBeUndefined();
  });

  it('searches in all days that it is told', async () => {
    await begin();
    entries.push(entryOf({ id: 'far', title: 'Dentist again', date: '2028-01-01' }));
    const range = { from: '2026-01-01', to: '2028-12-31' };
    const found = await data.search('dentist', range);
    expect(found.map(({ id }) => id)).toEqual(['a', 'far']);
    api.range.mockClear();
    await data.search('again', range);
    expect(api.range).not.toHaveBeenCalled();
  });

  it('searches events of all calendars, and those that may not be read are left out', async () => {
    await begin();
    const next = { id: 'inst_1', start: '2026-12-02T16:00:00', end: '2026-12-02T17:00:00' };
    const series = eventOf({ id: 'mst_1', kind: 'series', title: 'Lesson' });
    events.search.mockResolvedValueOnce([{ event: series, next }]);
    events.search.mockRejectedValueOnce(new ApiError({ status: 404, title: '', detail: '' }));
    const [found, ...others] = await data.search('les', { from: '2026-01-01', to: '2026-12-31' });
    expect(others).toEqual([]);
    expect(found).toMatchObject({ id: 'inst_1', first: '2026-12-02', title: 'Lesson' });
    events.search.mockResolvedValueOnce([{ event: series, next }]);
    expect(await data.search('les', { from: '2026-01-01', to: '2026-12-01' })).toEqual([]);
    events.search.mockRejectedValueOnce(new OfflineError());
    const failed = data.search('les', { from: '2026-01-01', to: '2026-12-01' });
    await expect(failed).rejects.toThrow(OfflineError);
  });
});

describe('calendars of others', () => {
  const events = () => data.occurrences.map(({ occurrence }) => occurrence.title);
  const told = (subscription: Subscription | null, subscriptionId = 'sub') =>
    tell('subscription', { subscriptionId, subscription });

  beforeEach(() => {
    subscriptions = [subscriptionOf({ id: 'sub', name: 'Holidays', color: '#ef4444' })];
    subscribed = { sub: ['New Year'] };
  });

  it('are shown beside calendars, and can only be read', async () => {
    await begin();
    expect(events()).toEqual(['New Year']);
    const { id, name, role } = data.eventCalendar('sub') ?? {};
    expect([id, name, role]).toEqual(['sub', 'Holidays', 'reader']);
    expect(data.home('sub').mayWrite).toBe(false);
    expect(data.home('sub').plainColor).toBe('#ef4444');
    expect(data.calendars.map((each) => each.id)).toEqual(['home', 'work']);
  });

  it('are hidden, and stay so', async () => {
    const kept = new Map<string, string>();
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, text: string) => void kept.set(key, text),
    });
    await begin();
    data.setHidden('sub', true);
    expect(events()).toEqual([]);
    data.stop();
    viewOf.mockClear();
    await begin();
    expect([events(), viewOf.mock.calls]).toEqual([[], []]);
    data.setHidden('sub', false);
    await settle();
    expect(events()).toEqual(['New Year']);
  });

  it('are shown alone, and everything again', async () => {
    await begin();
    expect(data.isOnlyShown('sub')).toBe(false);
    data.showOnly('sub', true);
    expect([titles(), events(), data.isOnlyShown('sub')]).toEqual([[], ['New Year'], true]);
    data.showOnly('home', true);
    expect([titles(), events(), data.isOnlyShown('home')]).toEqual([['Dentist'], [], true]);
    data.showOnly('home', false);
    expect([titles(), events()]).toEqual([['Dentist', 'Review'], ['New Year']]);
    for (const id of ['sub', 'home', 'work']) data.setHidden(id, true);
    expect(data.isOnlyShown('sub')).toBe(false);
  });

  it('are loaded again when they were refreshed', async () => {
    await begin();
    subscribed = { sub: ['New Year', 'Easter'] };
    told(subscriptionOf({ id: 'sub', name: 'Feasts', checkedAt: '2026-11-15T12:00:00Z' }));
    await settle();
    expect(events()).toEqual(['New Year', 'Easter']);
    expect(data.eventCalendar('sub')?.name).toBe('Feasts');
    expect(api.subscriptions).toHaveBeenCalledTimes(2);
  });

  it('come and go as the person decides elsewhere', async () => {
    await begin();
    subscribed = { sub: ['New Year'], club: ['Match'] };
    told(subscriptionOf({ id: 'club', name: 'Club' }), 'club');
    await settle();
    expect(events()).toEqual(['Match', 'New Year']);
    told(null);
    expect(events()).toEqual(['Match']);
    expect(data.eventCalendar('sub')).toBeUndefined();
  });

  it('that are new when the stream begins are loaded', async () => {
    const first = deferred<Subscription[]>();
    api.subscriptions.mockImplementationOnce(() => first.promise);
    void data.start('ada');
    void data.show('2026-11-01', '2026-11-30');
    tell('hello', { resumed: false });
    first.resolve([]);
    await settle();
    expect(events()).toEqual(['New Year']);
  });
});
