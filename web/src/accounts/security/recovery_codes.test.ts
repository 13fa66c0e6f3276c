import { expect, test } from 'vitest';
import { inGroupsOfFour, recoveryText } from './recovery_codes';

test('a text to keep says whose codes these are, and has one on each line', () => {
  const text = recoveryText(['aaaa-bbbb', 'cccc-dddd'], 'ada@example.org', 'https://norn.example');
  expect(text.split('\n')).toEqual([
    'Recovery codes for ada@example.org at https://norn.example',
    '',
    'aaaa-bbbb',
    'cccc-dddd',
    '',
    'Each works once, in place of a code from the authenticator app.',
    '',
  ]);
});

test.each([
  ['JBSWY3DPEH', 'JBSW Y3DP EH'],
  ['JBSW', 'JBSW'],
  ['', ''],
])('%j in groups', (text, grouped) => {
  expect(inGroupsOfFour(text)).toBe(grouped);
});
