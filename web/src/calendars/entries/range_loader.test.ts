import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Entry } from '../../lib/types';
import { add, missing, pieces, within } from './day_ranges';
import { EntryCache } from './entry_cache';
import { RangeLoader } from './range_loader';
import { deferred, entryOf } from './test_entries';

const november = { from: '2026-11-01', to: '2026-11-30' };
const december = { from: '2026-12-01', to: '2026-12-31' };
const both = { from: '2026-11-01', to: '2026-12-31' };

interface Asked {
  id: string;
  from: string;
  to: string;
  resolve: (entries: Entry[]) => void;
  reject: (error: unknown) => void;
}

let asked: Asked[];
let cache: EntryCache;
let loader: RangeLoader;
const onChange = vi.fn();

beforeEach(() => {
  asked = [];
  onChange.mockReset();
  cache = new EntryCache();
  const fetchRange = (id: string, from: string, to: string) => {
    const { promise, resolve, reject } = deferred<Entry[]>();
    asked.push({ id, from, to, resolve, reject });
    return promise;
  };
  loader = new RangeLoader(cache, fetchRange, onChange);
});

const questions = () => asked.map(({ id, from, to }) => `${id} ${from} ${to}`);
const settled = () => new Promise((resolve) => setTimeout(resolve));
async function answerAll() {
  for (let at = 0; at < asked.length; at++) {
    asked[at]?.resolve([]);
    await settled();
  }
}

describe('loading', () => {
  it('asks only for what is missing, and once', async () => {
    const first = loader.load(['home'], november, 'shown');
    const same = loader.load(['home'], november, 'shown');
    await answerAll();
    await Promise.all([first, same]);
    const more = loader.load(['home'], both, 'shown');
    await answerAll();
    await more;
    await loader.load(['home'], both, 'shown');
    expect(questions()).toEqual(['home 2026-11-01 2026-11-30', 'home 2026-12-01 2026-12-31']);
  });

  it('asks for the rest of what is already under way', async () => {
    const part = loader.load(['home'], november, 'background');
    const whole = loader.load(['home'], both, 'shown');
    expect(questions()).toEqual(['home 2026-11-01 2026-11-30', 'home 2026-12-01 2026-12-31']);
    await answerAll();
    await Promise.all([part, whole]);
  });

  it('takes at most 400 days at a time', async () => {
    const load = loader.load(['home'], { from: '2026-01-01', to: '2027-12-31' }, 'shown');
    expect(questions()).toHaveLength(2);
    await answerAll();
    await load;
    expect(cache.missing('home', { from: '2026-01-01', to: '2027-12-31' })).toEqual([]);
  });

  it('has four requests at a time, and what is shown goes first', async () => {
    const ids = ['a', 'b', 'c', 'd', 'e', 'f'];
    const background = loader.load(ids, december, 'background');
    expect(asked).toHaveLength(4);
    const shown = loader.load(['z'], november, 'shown');
    asked[0]?.resolve([]);
    await settled();
    expect(asked.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd', 'z']);
    await answerAll();
    await Promise.all([background, shown]);
    expect(asked).toHaveLength(7);
  });

  it('drops what waits in the background when the person goes on', async () => {
    const ids = ['a', 'b', 'c', 'd', 'e', 'f'];
    const background = loader.load(ids, december, 'background');
    loader.dropBackground();
    await answerAll();
    await background;
    expect(asked).toHaveLength(4);
    expect(cache.missing('e', december)).toEqual([december]);
  });

  it('says whether somebody waits, and whether something changed', async () => {
    const load = loader.load(['home'], november, 'shown');
    expect(onChange).toHaveBeenLastCalledWith(true, false);
    asked[0]?.resolve([entryOf({ id: 'a' })]);
    await load;
    expect(onChange.mock.calls).toContainEqual([false, true]);
  });

  it('loads the others when one fails, and says so', async () => {
    const load = loader.load(['a', 'b'], november, 'shown');
    asked[0]?.reject(new Error('no'));
    await settled();
    asked[1]?.resolve([]);
    await expect(load).rejects.toThrow('no');
    expect(cache.missing('b', november)).toEqual([]);
    expect(cache.missing('a', november)).toEqual([november]);
  });

  it('asks again for what was invalidated under way', async () => {
    const load = loader.load(['home'], november, 'shown');
    loader.invalidate();
    asked[0]?.resolve([entryOf({ id: 'a' })]);
    await settled();
    expect(cache.get('a')).toBeDefined();
    expect(asked).toHaveLength(2);
    asked[1]?.resolve([]);
    await load;
    expect(cache.get('a')).toBeUndefined();
    expect(cache.missing('home', november)).toEqual([]);
  });

  it('does not wait for what was asked for too early', async () => {
    const early = loader.load(['home'], november, 'shown');
    loader.invalidate();
    const load = loader.load(['home'], november, 'shown');
    asked[1]?.resolve([]);
    await load;
    expect(cache.missing('home', november)).toEqual([]);
    asked[0]?.resolve([]);
    await early;
    expect(asked).toHaveLength(2);
  });

  it('comes to nothing when it is stopped', async () => {
    const load = loader.load(['a', 'b', 'c', 'd', 'e'], november, 'shown');
    loader.stop();
    onChange.mockReset();
    await answerAll();
    await load;
    expect(asked).toHaveLength(4);
    expect(onChange).not.toHaveBeenCalled();
  });
});

describe('sets of days', () => {
  it('join what overlaps or touches', () => {
    const first = add([], november);
    expect(add(first, december)).toEqual([both]);
    const apart = add(first, { from: '2026-12-24', to: '2026-12-26' });
    expect(apart).toHaveLength(2);
    expect(add(apart, december)).toEqual([both]);
    expect(add([december], november)).toEqual([both]);
  });

  it('know what is missing', () => {
    expect(missing([november], { from: '2026-11-05', to: '2026-11-06' })).toEqual([]);
    expect(missing([], november)).toEqual([november]);
    const holes = [
      { from: '2026-11-03', to: '2026-11-04' },
      { from: '2026-11-10', to: '2026-11-12' },
    ];
    expect(missing(holes, november)).toEqual([
      { from: '2026-11-01', to: '2026-11-02' },
      { from: '2026-11-05', to: '2026-11-09' },
      { from: '2026-11-13', to: '2026-11-30' },
    ]);
  });

  it('can be cut', () => {
    expect(within([both], december)).toEqual([december]);
    expect(within([november], december)).toEqual([]);
    expect(pieces(november, 30)).toEqual([november]);
    expect(pieces(november, 29)).toEqual([
      { from: '2026-11-01', to: '2026-11-29' },
      { from: '2026-11-30', to: '2026-11-30' },
    ]);
  });
});
