import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fits } from '../../lib/agenda_types';
import { toasts } from '../../lib/toasts.svelte';
import type { QuickAddReading, QuickAddTarget } from '../types';
import { AgendaLineSession, bestOf } from './session.svelte';

const kept = new Map<string, string>();
vi.mock('../../lib/storage', () => ({
  readText: (key: string) => kept.get(key) ?? null,
  writeText: (key: string, text: string) => void kept.set(key, text),
}));

const create = vi.fn();
const undo = vi.fn();
const refresh = vi.fn();

function target(key: string, fit: (text: string) => number): QuickAddTarget {
  const read = (text: string): QuickAddReading => ({
    ...{ pieces: [], fit: fit(text), title: text, facts: [] },
    problem: text === 'nothing' ? 'What is it?' : '',
    create: async (idempotencyKey) => {
      await (create(key, text, idempotencyKey) as Promise<void>);
      return { undo };
    },
  });
  return { key, name: key.toUpperCase(), read };
}

const planner = target('planner', () => fits.usual);
const house = target('house', (text) => (text.includes('#house') ? fits.named : fits.possible));
const club = target('club', () => fits.possible);
const targets = [club, planner, house];

const context = {
  ...{ zone: 'UTC', nowMs: () => 0, isDayFirst: true, hour12: () => false, myId: 'nora' },
};
let session: AgendaLineSession;
beforeEach(() => {
  kept.clear();
  vi.resetAllMocks();
  undo.mockResolvedValue(undefined);
  refresh.mockResolvedValue(undefined);
  session = new AgendaLineSession(context, refresh, () => Promise.resolve(targets));
});
afterEach(() => toasts.clear());

async function type(text: string) {
  session.type(text);
  await session.prepare();
}

describe('where a line goes', () => {
  const best = (text: string, chosen?: string, last?: string) =>
    bestOf(targets, text, { chosen, last }).target.key;

  it('is where it fits best', () => {
    expect(best('Dentist Tue 9')).toBe('planner');
    expect(best('Call plumber #house')).toBe('house');
  });

  it('is where the person wants it', () => {
    expect(best('Call plumber #house', 'club')).toBe('club');
    expect(best('Dentist', 'gone')).toBe('planner');
  });

  it('is where the last one went, among those that fit equally well', () => {
    const equal = [target('a', () => fits.usual), target('b', () => fits.usual)];
    expect(bestOf(equal, 'x', { chosen: undefined, last: 'b' }).target.key).toBe('b');
    expect(best('Dentist', undefined, 'house')).toBe('planner');
  });
});

describe('a line', () => {
  it('is made there, said, and taken back', async () => {
    await type('Dentist Tue 9');
    expect(session.parsed?.target.name).toBe('PLANNER');
    expect(await session.save()).toBe(true);
    expect(create).toHaveBeenCalledWith('planner', 'Dentist Tue 9', expect.any(String));
    expect(refresh).toHaveBeenCalledTimes(1);
    expect(toasts.shown?.text).toBe('Added “Dentist Tue 9” to: PLANNER');
    toasts.undoNewest();
    await vi.waitFor(() => expect(refresh).toHaveBeenCalledTimes(2));
    expect(undo).toHaveBeenCalled();
  });

  it('goes where it was chosen to go, and the next one where it fits', async () => {
    await type('Dentist');
    session.choose('house');
    expect(session.parsed?.target.key).toBe('house');
    await type('Dentist 9');
    expect(session.parsed?.target.key).toBe('house');
    await session.save();
    expect(create).toHaveBeenCalledWith('house', 'Dentist 9', expect.any(String));
    await type('Doctor');
    expect(session.parsed?.target.key).toBe('planner');
  });

  it('begins with what was marked, and goes on with a name', async () => {
    session.begin({ start: '2026-11-18T09:00:00', end: '2026-11-18T10:00:00', allDay: false });
    expect(session.text).toBe(' 2026-11-18 09:00-10:00');
    await type('Call plumber @be');
    session.completeName('Ben Berg');
    expect(session.text).toBe('Call plumber @Ben Berg ');
  });

  it('stays when something is missing, or the server says no', async () => {
    await type('nothing');
    expect(await session.save()).toBe(false);
    expect(session.failure).toBe('What is it?');
    create.mockRejectedValue(new Error('The nights are taken.'));
    await type('Cottage');
    expect(await session.save()).toBe(false);
    expect(session.failure).toBe('The nights are taken.');
    expect(session.text).toBe('Cottage');
  });

  it('says when nothing can be loaded', async () => {
    const none = new AgendaLineSession(context, refresh, () => Promise.resolve([]));
    none.type('x');
    await none.prepare();
    expect(none.failure).not.toBe('');
  });
});
