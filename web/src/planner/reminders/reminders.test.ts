import { beforeEach, describe, expect, it, vi } from 'vitest';
import { toasts } from '../../lib/toasts.svelte';
import type { Note } from './notifications';
import { problemWords } from './notifications';
import { Reminders, type Surroundings } from './reminders.svelte';
import { claim } from './reminders_claim';
import { reminderList } from '../../events/editor/event_words';
import { distanceInWords, startInWords, startMsOf } from './reminders_words';
import { testPreferences } from '../../events/test_parts';
import { testApi, testReminder } from '../test_parts';
import type { Preferences, Reminder } from '../types';

const nowMs = Date.parse('2026-11-15T08:45:00Z');

function start(
  preferences: Partial<Preferences> = {},
  around: Partial<Surroundings> = {},
  reminders: Reminder[] = [],
) {
  const listeners: ((reminder: Reminder) => void)[] = [];
  const notes: Note[] = [];
  const chime = vi.fn(async () => undefined);
  const onopen = vi.fn();
  const data = {
    api: testApi({ reminders: async () => reminders }),
    zone: 'Europe/Berlin',
    preferences: { ...testPreferences, ...preferences },
    reminders,
    onReminder: (listener: (reminder: Reminder) => void) => {
      listeners.push(listener);
      return () => void listeners.splice(listeners.indexOf(listener), 1);
    },
    dismissReminder: vi.fn(async () => undefined),
    snoozeReminder: vi.fn(async () => undefined),
    refresh: vi.fn(async () => undefined),
  };
  let hear: () => void = () => undefined;
  const tellTabs = vi.fn();
  const session = new Reminders(data, onopen, {
    now: () => nowMs,
    claim: async () => true,
    permission: () => 'granted',
    askPermission: async () => 'granted',
    notify: (note) => notes.push(note) > 0,
    chime,
    hour12: () => false,
    tellTabs,
    hearTabs: (listener) => {
      hear = listener;
      return () => (hear = () => undefined);
    },
    ...around,
  });
  return { session, data, notes, chime, onopen, listeners, tellTabs, hearTabs: () => hear() };
}

describe('a reminder that becomes due', () => {
  beforeEach(() => toasts.clear());

  it.each([
    ['the person wants no notifications', {}, 'granted'],
    ['the browser was not asked', { enableBrowserNotifications: true }, 'default'],
    ['the browser says no', { enableBrowserNotifications: true }, 'denied'],
    ['the browser has none', { enableBrowserNotifications: true }, 'unsupported'],
  ] as const)('is told on the page when %s', async (_, wanted, permission) => {
    const around = { permission: () => permission };
    const { session, notes, chime } = start(wanted, around, [testReminder()]);
    await session.tell(testReminder());
    expect(session.onPage.map((each) => session.sentence(each))).toEqual(['Standup: Today, 10:00']);
    expect(session.canAsk).toBe(permission === 'default');
    expect(notes).toEqual([]);
    expect(chime).not.toHaveBeenCalled();
  });
  it('is told on the page when the notification fails, as on phones', async () => {
    const wanted = { enableBrowserNotifications: true };
    const { session } = start(wanted, { notify: () => false }, [testReminder()]);
    expect(session.onPage).toEqual([]);
    await session.tell(testReminder());
    expect(session.onPage).toHaveLength(1);
  });
  it('is told by the browser once the person has allowed it', async () => {
    let permission: 'default' | 'granted' = 'default';
    const around = {
      permission: () => permission,
      askPermission: async () => (permission = 'granted' as const),
    };
    const wanted = { enableBrowserNotifications: true };
    const { session, notes } = start(wanted, around, [testReminder()]);
    await session.ask();
    expect(session.onPage).toEqual([]);
    await session.tell(testReminder());
    expect(notes).toHaveLength(1);
  });
  it('has the one that became due last first on the page', () => {
    const later = testReminder({ id: 'later', dueAt: '2026-11-15T08:50:00Z' });
    const { session } = start({}, {}, [testReminder(), later]);
    expect(session.onPage.map(({ id }) => id)).toEqual(['later', 'evt_1.15']);
  });
  it('is told by the browser and by a sound when the person wants it', async () => {
    const wanted = { enableBrowserNotifications: true, enableSoundNotifications: true };
    const { session, notes, chime, onopen } = start(wanted);
    await session.tell(testReminder({ location: 'Room 4' }));
    expect(notes).toMatchObject([
      { title: 'Standup', body: 'Today, 10:00\nRoom 4', tag: 'evt_1.15' },
    ]);
    notes[0]?.onclick();
    expect(onopen.mock.calls[0]?.[0]).toMatchObject({ item: { id: 'evt_1' } });
    await session.tell(testReminder({ id: 'evt_2.15' }));
    expect(notes).toHaveLength(2);
    expect(chime).toHaveBeenCalledTimes(1);
  });
  it('is told by one tab only', async () => {
    const wanted = { enableBrowserNotifications: true, enableSoundNotifications: true };
    const { session, notes, chime } = start(wanted, { claim: async () => false });
    await session.tell(testReminder());
    expect(notes).toEqual([]);
    expect(chime).not.toHaveBeenCalled();
  });
  it('is heard of while the page listens', async () => {
    const { session, listeners } = start();
    const stop = session.start();
    expect(listeners).toHaveLength(1);
    stop();
    expect(listeners).toHaveLength(0);
  });
});

describe('the list of reminders', () => {
  beforeEach(() => toasts.clear());

  it('has the one that starts next first', () => {
    const later = testReminder({ id: 'later', startUtc: '2026-11-15T10:00:00Z' });
    const day = testReminder({ id: 'day', start: '2026-11-15', isAllDay: true });
    delete day.startUtc;
    const { session } = start({}, {}, [later, testReminder(), day]);
    expect(session.due.map(({ id }) => id)).toEqual(['day', 'evt_1.15', 'later']);
  });
  it('has what is ahead, by when it reminds', async () => {
    const ahead = testReminder({ id: 'ahead', dueAt: '2026-11-15T12:00:00Z' });
    const snoozed = testReminder({ id: 'snoozed', snoozedUntil: '2026-11-15T09:00:00Z' });
    const { session } = start({}, {}, [testReminder(), ahead, snoozed]);
    await session.loadUpcoming();
    expect(session.upcoming?.map(({ id }) => id)).toEqual(['snoozed', 'ahead']);
  });
  it('is the same in all tabs', async () => {
    const { session, data, tellTabs, hearTabs } = start({}, {}, [testReminder()]);
    const stop = session.start();
    await session.dismiss(testReminder());
    expect(tellTabs).toHaveBeenCalledTimes(1);
    hearTabs();
    expect(data.refresh).toHaveBeenCalledTimes(1);
    stop();
    hearTabs();
    expect(data.refresh).toHaveBeenCalledTimes(1);
  });
  it('says when one could not be dismissed', async () => {
    const { session, data } = start({}, {}, [testReminder()]);
    data.dismissReminder.mockRejectedValueOnce(new Error('Try again.'));
    await session.dismissAll();
    expect(toasts.list[0]?.text).toBe('The reminder of “Standup” is still there. Try again.');
    await session.snooze(testReminder(), 10);
    expect(data.snoozeReminder).toHaveBeenCalledWith('evt_1.15', 10);
  });
});

describe('which tab tells', () => {
  function browser() {
    const held = new Set<string>();
    const request = async (
      name: string,
      _options: LockOptions,
      hold: (lock: Lock | null) => Promise<unknown>,
    ) => {
      if (held.has(name)) return hold(null);
      held.add(name);
      await hold({ name, mode: 'exclusive' });
      held.delete(name);
      return undefined;
    };
    return { request } as Pick<LockManager, 'request'>;
  }

  it('is the first that asks', async () => {
    const locks = browser();
    const tab = { locks, isHidden: () => false, wait: () => new Promise<void>(() => undefined) };
    expect(await claim('a', tab)).toBe(true);
    expect(await claim('a', tab)).toBe(false);
    expect(await claim('b', tab)).toBe(true);
  });
  it('is rather one that can be seen', async () => {
    const locks = browser();
    let goOn: () => void = () => undefined;
    const hidden = {
      locks,
      isHidden: () => true,
      wait: () => new Promise<void>((resolve) => (goOn = resolve)),
    };
    const seen = { locks, isHidden: () => false, wait: () => new Promise<void>(() => undefined) };
    const answer = claim('a', hidden);
    expect(await claim('a', seen)).toBe(true);
    goOn();
    expect(await answer).toBe(false);
  });
  it('is every one where there are no locks', async () => {
    const wait = async () => undefined;
    expect(await claim('a', { locks: undefined, isHidden: () => true, wait })).toBe(true);
  });
});

describe('reminders in words', () => {
  it.each([
    [[], 'No reminder'],
    [[0], 'Reminder at the start'],
    [[15], 'Reminder 15 minutes before'],
    [[15, 1440], 'Reminder 15 minutes and 1 day before'],
  ])('%o', (minutes, words) => expect(reminderList(minutes)).toBe(words));
  it.each([
    [15, 'in 15 minutes'],
    [0, 'now'],
    [-1, '1 minute ago'],
    [250, 'in 4 hours'],
    [-3000, '2 days ago'],
  ])('%d minutes away', (minutes, words) => {
    expect(distanceInWords(nowMs + minutes * 60_000, nowMs)).toBe(words);
  });
  it('says the day', () => {
    const at = (start: string, isAllDay = false) =>
      startInWords({ start, isAllDay }, 'Europe/Berlin', '2026-11-15', false);
    expect(at('2026-11-15T10:00:00')).toBe('Today, 10:00');
    expect(at('2026-11-16', true)).toBe('Tomorrow');
    expect(at('2026-11-14T23:00:00')).toBe('Yesterday, 23:00');
    expect(at('2026-11-20T09:00:00')).toMatch(/^Friday, /);
  });
  it('says the time by the clock of the zone, whichever zone the server meant', () => {
    const reminder = {
      start: '2026-11-15T09:15:00',
      startUtc: '2026-11-15T09:15:00Z',
      isAllDay: false,
    };
    expect(startInWords(reminder, 'Europe/Berlin', '2026-11-15', false)).toBe('Today, 10:15');
  });
  it('starts whole days at midnight of the person', () => {
    const rest = testReminder({ start: '2026-11-15' });
    delete rest.startUtc;
    expect(new Date(startMsOf(rest, 'Asia/Tokyo')).toISOString()).toBe('2026-11-14T15:00:00.000Z');
  });
});

describe('notifications', () => {
  it('have a reason where there are none', () => {
    expect(problemWords('granted')).toBe('');
    for (const permission of ['default', 'denied', 'insecure', 'unsupported'] as const) {
      expect(problemWords(permission)).toMatch(/\.$/);
    }
  });
});
