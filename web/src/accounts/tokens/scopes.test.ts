import { expect, test } from 'vitest';
import { curlLine, usefulScopes, wordsOf } from './scopes';

test.each([
  [['calendars:read'], 'Read calendars'],
  [['calendars:read', 'calendars:write'], 'Read calendars, Change calendars'],
  [['planner:read', 'planner:write'], 'Read your planner, Change your planner'],
  [['account:read', 'photos:read'], 'Read your account, photos:read'],
  [[], ''],
])('%j in words', (wanted, words) => {
  expect(wordsOf(wanted)).toBe(words);
});

test('a line to try it with asks for something that the token may see', () => {
  expect(curlLine('http://norn', ['calendars:read'], 'norn_x')).toBe(
    "curl -H 'Authorization: Bearer norn_x' http://norn/api/v1/calendars",
  );
  expect(curlLine('http://norn', ['planner:write', 'planner:read'], 'norn_x')).toMatch(
    /planner\/bootstrap$/,
  );
  expect(curlLine('http://norn', ['account:read'], 'norn_x')).toMatch(/session$/);
});

test('metrics are offered to administrators alone', () => {
  const offered = (isOwner: boolean) =>
    usefulScopes(isOwner).some(({ scope }) => scope === 'metrics:read');
  expect([offered(true), offered(false)]).toEqual([true, false]);
});
