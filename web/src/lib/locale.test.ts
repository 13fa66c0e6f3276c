import { expect, it } from 'vitest';
import { englishHere } from './locale';

it.each([
  ['en', 'en'],
  ['en-US', 'en-US'],
  ['EN-au', 'EN-au'],
  ['de-DE', 'en-GB'],
  ['enm', 'en-GB'],
  ['en-US@posix', 'en-GB'],
  ['', 'en-GB'],
])('%s writes its dates as %s', (language, locale) => {
  expect(englishHere(language)).toBe(locale);
  expect(() => new Intl.DateTimeFormat(englishHere(language))).not.toThrow();
});
