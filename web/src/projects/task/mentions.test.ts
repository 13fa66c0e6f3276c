import { describe, expect, it } from 'vitest';
import { memberOf } from '../test_things';
import { membersFor, mentionAt, mentionedIn } from './mentions';

const members = [
  memberOf('ben', 'Ben Berg'),
  memberOf('bent', 'Ben Bergmann'),
  memberOf('zoe', 'Zoë Müller'),
  memberOf('li', '李雷'),
];

describe('a name that is being typed', () => {
  it.each([
    ['ask @be', { start: 4, typed: 'be' }],
    ['@', { start: 0, typed: '' }],
    ['@Ben Be', { start: 0, typed: 'Ben Be' }],
    ['mail nora@ex', undefined],
    ['no name', undefined],
  ])('%s', (text, found) => {
    expect(mentionAt(text, text.length)).toEqual(found);
  });

  it('is looked for in all parts of names, without accents', () => {
    const names = (typed: string) => membersFor(typed, members).map(({ userId }) => userId);
    expect(names('be')).toEqual(['ben', 'bent']);
    expect(names('mull')).toEqual(['zoe']);
    expect(names('李')).toEqual(['li']);
    expect(names('x')).toEqual([]);
  });
});

describe('who is named', () => {
  it.each([
    ['Can @Ben Berg do it?', ['ben']],
    ['@ben bergmann and @Zoë Müller, please', ['bent', 'zoe']],
    ['@Ben Bergstrom', []],
    ['@李雷 看一下', ['li']],
    ['@Ben Berg, @Ben Berg', ['ben']],
    ['nora@Ben Berg', []],
  ])('%s', (text, ids) => {
    expect(mentionedIn(text, members)).toEqual(ids);
  });
});
