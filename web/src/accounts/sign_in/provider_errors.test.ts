import { expect, test } from 'vitest';
import { providerError } from './provider_errors';

const providers = [{ id: 'club', name: 'The Club' }];
const shown = (query: string) => providerError(new URLSearchParams(query), providers);

test('without an error there is no text', () => {
  expect(shown('')).toBeUndefined();
  expect(shown('provider=club')).toBeUndefined();
});

test('a code has a text with the name of the provider', () => {
  expect(shown('error=identity-taken&provider=club')).toBe(
    'This account at The Club is already connected to someone else’s Norn account.',
  );
  expect(shown('error=no-address')).toMatch(/was not sent by the provider/);
});

test.each([
  'error=',
  'error=internal',
  'error=Call+555-0100',
  'error=constructor',
  'error=__proto__&provider=club',
  'error=Your+account+is+locked&provider=Call+555-0100',
])('%s shows a general text', (query) => {
  expect(shown(query)).toBe('Something went wrong. Please try again in a moment.');
});

test('the name of a provider is never taken from the address', () => {
  expect(shown('error=identity-taken&provider=Mallory')).toBe(
    'This account at the provider is already connected to someone else’s Norn account.',
  );
});
