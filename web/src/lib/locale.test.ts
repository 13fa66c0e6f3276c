import { afterEach, describe, expect, it, vi } from 'vitest';
import { bestLanguage, followAccount, keepLanguage, localeOf, type Language } from './locale';

describe('the language of the browser', () => {
  it.each<[string[], Language]>([
    [['de'], 'de'],
    [['de-CH', 'en'], 'de'],
    [['fr-FR', 'zh-TW', 'en'], 'zh'],
    [['zh-Hans-CN'], 'zh'],
    [['EN-au'], 'en'],
    [['fr', 'enm', 'constructor'], 'en'],
    [[], 'en'],
  ])('%j is %s', (wanted, language) => {
    expect(bestLanguage(wanted)).toBe(language);
  });
});

describe('dates and numbers', () => {
  it.each<[Language, string[], string]>([
    ['en', ['en-US', 'en'], 'en-US'],
    ['en', ['de-DE', 'en-AU'], 'en-AU'],
    ['en', ['de-DE'], 'en-GB'],
    ['en', ['en-US@posix'], 'en-GB'],
    ['de', ['de-AT'], 'de-AT'],
    ['de', ['en-US'], 'de-DE'],
    ['zh', ['zh-CN'], 'zh-CN'],
    ['zh', ['zh-TW'], 'zh-Hans-TW'],
    ['zh', [''], 'zh-Hans-CN'],
  ])('in %s for %j are those of %s', (language, wanted, locale) => {
    expect(localeOf(language, wanted)).toBe(locale);
    expect(() => new Intl.DateTimeFormat(locale)).not.toThrow();
  });
});

describe('an account', () => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
  });
  afterEach(() => kept.clear());

  it('decides about this device, and stops when it leaves it to the browser', () => {
    expect(followAccount('de')).toBe(true);
    expect(kept.get('norn.language')).toContain('de');
    expect(followAccount('en')).toBe(false);
    expect(followAccount('')).toBe(false);
    expect(kept.get('norn.language')).toBe('{}');
  });

  it('that leaves it to the browser leaves what was chosen on the sign-in page', () => {
    keepLanguage('zh');
    expect(followAccount('')).toBe(true);
    expect(kept.get('norn.language')).toContain('zh');
  });
});
