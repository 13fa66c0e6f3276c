import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { PersonPreferences, usualPreferences, type Preferences } from './preferences.svelte';

const known = (change: Partial<Preferences>): Preferences => ({
  ...usualPreferences,
  version: 1,
  etag: 'v1',
  ...change,
});

let stored = new Map<string, string>();

beforeEach(() => {
  stored = new Map();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text),
  });
});
afterEach(() => vi.unstubAllGlobals());

function speaking(language: string) {
  vi.stubGlobal('navigator', { language });
  return new PersonPreferences();
}

it.each([
  ['en-GB', 1],
  ['en-US', 0],
  ['ar-EG', 6],
  ['de-DE', 1],
])('weeks of a new account in %s start on day %d', (language, firstDay) => {
  const preferences = speaking(language);
  expect(preferences.firstDay).toBe(firstDay);
  preferences.learn('ada', known({}));
  expect(preferences.firstDay).toBe(firstDay);
});

it('what was saved counts on every device, whatever its language', () => {
  for (const language of ['en-US', 'en-GB']) {
    const preferences = speaking(language);
    preferences.learn('ada', known({ version: 2, weekStart: 0, defaultEventDuration: 45 }));
    expect([preferences.firstDay, preferences.newMinutes]).toEqual([0, 45]);
  }
});

it('Saturday is a choice of this device', () => {
  const preferences = speaking('en-GB');
  preferences.learn('ada', known({ version: 4, weekStart: 0 }));
  preferences.keepFirstDay(6);
  expect(preferences.firstDay).toBe(6);
  preferences.keepFirstDay(1);
  expect(preferences.firstDay).toBe(0);
});

it('is known before the server answers, for each person by themselves', () => {
  const before = speaking('en-GB');
  before.learn('ada', known({ version: 3, weekStart: 0, defaultEventDuration: 60 }));
  const after = speaking('en-GB');
  after.learn('ben', known({}));
  expect([after.firstDay, after.newMinutes]).toEqual([1, 30]);
  after.use('ada');
  expect([after.firstDay, after.newMinutes]).toEqual([0, 60]);
});

it('theme and week numbers follow the person, and the last theme is there before they are known', () => {
  const before = speaking('en-GB');
  before.learn('ada', known({ version: 2, theme: 'dark', weekNumbers: true }));
  expect(stored.get('norn.theme')).toBe('dark');
  const after = speaking('en-GB');
  after.use('ben');
  expect([after.theme, after.weekNumbers, stored.get('norn.theme')]).toEqual([
    'auto',
    false,
    'dark',
  ]);
  after.use('ada');
  expect([after.theme, after.weekNumbers]).toEqual(['dark', true]);
});

it('what was chosen is shown at once, and taken back when it cannot be saved', () => {
  const preferences = speaking('en-GB');
  preferences.learn('ada', known({ version: 2, theme: 'light' }));
  preferences.choose({ theme: 'dark', weekStart: 0 });
  preferences.choose({ weekNumbers: true });
  expect([preferences.theme, preferences.firstDay, preferences.weekNumbers]).toEqual([
    'dark',
    0,
    true,
  ]);
  preferences.unchoose({ theme: 'dark', weekStart: 1 });
  expect([preferences.theme, stored.get('norn.theme')]).toEqual(['light', 'light']);
  expect(preferences.chosen).toEqual({ weekStart: 0, weekNumbers: true });
});

it('what is kept may be anything', () => {
  stored.set(
    'norn.preferences.ada',
    '{"version":"x","weekStart":5,"newMinutes":-1,"firstDay":3,"theme":"pink","weekNumbers":1}',
  );
  const preferences = speaking('en-GB');
  preferences.use('ada');
  expect([preferences.firstDay, preferences.newMinutes]).toEqual([1, 30]);
  expect([preferences.theme, preferences.weekNumbers]).toEqual(['auto', false]);
});
