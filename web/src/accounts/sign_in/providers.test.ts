import { expect, test } from 'vitest';
import { providerAddress, type ProviderWish } from './providers';

test.each<[string, ProviderWish, string]>([
  ['google', {}, '/auth/google/start'],
  ['google', { returnTo: '/' }, '/auth/google/start'],
  [
    'club',
    { returnTo: '/calendar/day/2026-11-15?a=b' },
    '/auth/club/start?returnTo=%2Fcalendar%2Fday%2F2026-11-15%3Fa%3Db',
  ],
  ['club', { invitation: 'a-_&b' }, '/auth/club/start?invitation=a-_%26b'],
  ['club', { returnTo: '/settings/profile' }, '/auth/club/start?returnTo=%2Fsettings%2Fprofile'],
  ['../x', {}, '/auth/..%2Fx/start'],
])('%s with %j', (id, wish, address) => {
  expect(providerAddress(id, wish)).toBe(address);
});
