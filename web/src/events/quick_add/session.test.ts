import { beforeEach, describe, expect, it, vi } from 'vitest';
import { OfflineError } from '../../lib/api';
import { toasts } from '../../lib/toasts.svelte';
import { segmentsOf } from '../../when/words/line';
import { parse } from './parse';
import { QuickAddSession } from './session.svelte';
import { testEvent, testPreferences } from '../test_parts';

const nowMs = Date.parse('2026-11-15T09:00:00Z');

function start(create = vi.fn(async () => testEvent())) {
  const remove = vi.fn(async () => undefined);
  const data = {
    create,
    remove,
    tags: [],
    zone: 'Europe/Berlin',
    preferences: testPreferences,
    newColor: '#3b82f6',
  };
  const load = vi.fn(async () => parse);
  const session = new QuickAddSession(data, true, () => nowMs, load);
  return { session, create, remove, load };
}

describe('quick add', () => {
  beforeEach(() => toasts.clear());

  it('understands nothing before the parser is there, and loads it once', async () => {
    const { session, load } = start();
    session.type('Lunch');
    expect(session.parsed).toBeUndefined();
    await session.prepare();
    session.type('Lunch 13:00');
    expect(session.draft?.start).toBe('2026-11-15T13:00');
    expect(load).toHaveBeenCalledTimes(1);
  });

  it('saves what it understood, and is empty then', async () => {
    const { session, create } = start();
    session.type('Lunch tomorrow 13:00 #work every week @ Joe');
    expect(await session.save()).toBe(true);
    expect(create.mock.calls[0]).toEqual([
      {
        title: 'Lunch',
        isAllDay: false,
        start: '2026-11-16T13:00',
        end: '2026-11-16T13:30',
        startTzid: 'Europe/Berlin',
        location: 'Joe',
        rrule: 'FREQ=WEEKLY',
        tags: ['work'],
        color: '#3b82f6',
      },
      expect.any(String),
    ]);
    expect(session.text).toBe('');
  });

  it('shows and saves a time that exists', async () => {
    const { session, create } = start();
    session.type('Early 28 March 2027 2:30');
    await session.prepare();
    const times = { start: '2027-03-28T03:30', end: '2027-03-28T04:00' };
    expect(session.draft).toMatchObject(times);
    await session.save();
    expect(create).toHaveBeenCalledWith(expect.objectContaining(times), expect.any(String));
  });

  it('can be undone', async () => {
    const { session, remove } = start();
    session.type('Lunch');
    await session.save();
    expect(toasts.list.map(({ text }) => text)).toEqual([
      expect.stringMatching(/^Added “Lunch”: Today, Sunday, .*, all day$/),
    ]);
    expect(toasts.undoNewest()).toBe(true);
    expect(remove).toHaveBeenCalledWith(testEvent().id, 'v1');
  });

  it('keeps the line that was not saved, and sends it again as the same event', async () => {
    const create = vi.fn(async () => testEvent());
    create.mockRejectedValueOnce(new OfflineError());
    const { session } = start(create);
    session.type('Lunch 13:00');
    expect(await session.save()).toBe(false);
    expect(session.text).toBe('Lunch 13:00');
    expect(session.failure).toContain('cannot be reached');
    expect(await session.save()).toBe(true);
    const keys = create.mock.calls.map((call) => (call as unknown[])[1]);
    expect(keys[0]).toBe(keys[1]);
    session.type('Lunch 14:00');
    await session.save();
    const third = (create.mock.calls[2] as unknown[])[1];
    expect(third).not.toBe(keys[0]);
  });

  it('asks for a title', async () => {
    const { session, create } = start();
    session.type('tomorrow 13:00');
    expect(await session.save()).toBe(false);
    expect(session.failure).toContain('title');
    expect(create).not.toHaveBeenCalled();
  });

  it('says when the parser cannot be loaded, and tries again', async () => {
    const { session, load } = start();
    load.mockRejectedValueOnce(new Error('no network'));
    session.type('Lunch');
    await session.prepare();
    expect(session.failure).toContain('could not be loaded');
    session.type('Lunch!');
    await session.prepare();
    expect(session.draft?.title).toBe('Lunch!');
  });
});

describe('the line with what was understood', () => {
  it('is cut where pieces begin and end', () => {
    const text = 'Tea 9:00 #x';
    const { pieces } = parse(text, { nowMs, zone: 'UTC', preferences: testPreferences });
    expect(segmentsOf(text, pieces)).toEqual([
      { text: 'Tea ' },
      { text: '9:00', kind: 'when' },
      { text: ' ' },
      { text: '#x', kind: 'tag' },
    ]);
  });
});
