import { afterEach, expect, it, vi } from 'vitest';
import { readJson, readText, writeJson, writeText } from './storage';

afterEach(() => vi.unstubAllGlobals());

function stubStorage() {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
  });
}

it('reads what was written', () => {
  stubStorage();
  writeText('a', 'month');
  writeJson('b', { view: 'year' });
  expect([readText('a'), readJson('b')]).toEqual(['month', { view: 'year' }]);
});

it('has nothing where there is nothing, or nothing that can be read', () => {
  stubStorage();
  writeText('a', '{');
  expect([readText('b'), readJson('b'), readJson('a')]).toEqual([null, undefined, undefined]);
});

it('does without a browser that keeps anything', () => {
  const refuse = () => {
    throw new Error('denied');
  };
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse });
  writeText('a', 'month');
  expect([readText('a'), readJson('a')]).toEqual([null, undefined]);
});
