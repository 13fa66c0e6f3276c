import { describe, expect, test } from 'vitest';
import {
  codeProblem,
  emailProblem,
  nameProblem,
  newPasswordProblem,
  passwordHint,
  passwordProblem,
} from './checks';

describe('what can be told before a form is sent', () => {
  test.each(['ada@example.org', ' ada@example.org ', 'ada@localhost', 'ä.b+c@bücher.example'])(
    '%j may be an address',
    (email) => expect(emailProblem(email)).toBeUndefined(),
  );

  test.each(['', '  ', 'ada', 'ada@', '@example.org', 'ada lovelace@example.org', 'a@b@c'])(
    '%j is no address',
    (email) => expect(emailProblem(email)).toMatch(/e-mail address/),
  );

  test('a name is more than spaces', () => {
    expect(nameProblem('Ada')).toBeUndefined();
    expect(nameProblem('  ')).toBe('Enter your name.');
  });

  test('a new password has ten characters, as people count them', () => {
    expect(newPasswordProblem('')).toBe('Choose a password.');
    expect(newPasswordProblem('123456789')).toMatch(/at least 10/);
    expect(newPasswordProblem('1234567890')).toBeUndefined();
    expect(newPasswordProblem('🐟🐟🐟🐟🐟')).toMatch(/at least 10/);
    expect(newPasswordProblem('🐟🐟🐟🐟🐟🐟🐟🐟🐟🐟')).toBeUndefined();
  });

  test('a password that is known is only asked for, spaces included', () => {
    expect(passwordProblem('')).toBe('Enter your password.');
    expect(passwordProblem(' ')).toBeUndefined();
  });

  test('a code is more than spaces', () => {
    expect(codeProblem(' ')).toBe('Enter a code.');
    expect(codeProblem('123 456')).toBeUndefined();
  });

  test('the hint counts down', () => {
    expect(passwordHint('')).toMatch(/^At least 10 characters/);
    expect(passwordHint('1')).toBe('9 more characters.');
    expect(passwordHint('123456789')).toBe('One more character.');
    expect(passwordHint('1234567890')).toBe('Long enough.');
  });
});
