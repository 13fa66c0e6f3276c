import { afterEach, expect, it, vi } from 'vitest';
import { inLanguage } from './faults';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

async function speaking(tag: string) {
  vi.stubGlobal('navigator', { language: tag });
  vi.resetModules();
  return (await import('./faults')).inLanguage;
}

it('what the server says is said in the language of the reader', async () => {
  const german = await speaking('de');
  expect(await german('titleLength', { most: 2000 }, 'The title ...')).toBe(
    'Der Titel muss 1 bis 2.000 Zeichen haben.',
  );
  expect(await german('alreadyMember', { thing: 'calendar' }, '')).toBe(
    'Diese Person ist schon im Kalender.',
  );
});

it('a sentence within a sentence is said in the same language', async () => {
  const chinese = await speaking('zh');
  const where = { code: 'stayHere', detail: 'here' };
  expect(await chinese('tooShort', { where, least: 3, nights: 2 }, '')).toMatch(
    /^此处最短住宿为 3 晚/,
  );
  const unknown = { code: 'brandNew', detail: 'over there' };
  expect(await chinese('tooShort', { where: unknown, least: 3, nights: 2 }, '')).toMatch(
    /^over there/,
  );
});

it.each([undefined, 'brandNew', 'constructor'])(
  '%s is said as the server says it',
  async (code) => {
    const german = await speaking('de');
    expect(await german(code, {}, 'In English.')).toBe('In English.');
    expect(await inLanguage(code, {}, 'In English.')).toBe('In English.');
  },
);
