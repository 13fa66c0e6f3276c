import { beforeAll, describe, expect, it, vi } from 'vitest';
import { loadMessages } from '../../lib/messages';
import type { Duplicates, Findings } from '../types';
import { reasonsText, sentenceOf, spanText } from './check_words';
import { TreeCheck } from './tree_check.svelte';

beforeAll(() => loadMessages('familyCheck'));

const finding = (code: string, params: Record<string, string> = {}) => ({
  code,
  isCertain: true,
  personIds: ['a', 'b'],
  params,
});
const named = { first: 'Ada', second: 'Ben', third: 'Eve', people: 'Ada, Ben' };

describe('what was found', () => {
  it.each([
    ['parentTooYoung', { years: '9' }, 'Ada was 9 when the child Ben was born.'],
    [
      'bornAfterMothersDeath',
      { days: '400' },
      'Ben was born after the death of the mother Ada (13 months later).',
    ],
    ['ownAncestor', {}, 'In a circle, each is an ancestor of the others: Ada, Ben.'],
    ['ofTheFuture', {}, 'Something about these people does not fit: Ada, Ben.'],
    ['toString', {}, 'Something about these people does not fit: Ada, Ben.'],
  ])('%s is a sentence', (code, params, sentence) => {
    expect(sentenceOf(finding(code, params))(named)).toBe(sentence);
  });

  it.each([
    [1, '1 day'],
    [-12, '12 days'],
    [100, '3 months'],
    [-4000, '10 years'],
  ])('%d days are %s', (days, text) => {
    expect(spanText(days)).toBe(text);
  });

  it('has reasons, of which unknown ones are left out', () => {
    expect(reasonsText(['sameName', 'ofTheFuture', 'sameBirth'])).toBe(
      'same name, born on the same day',
    );
  });
});

describe('a check', () => {
  const none: Findings = { findings: [], persons: [], isCut: false };
  const noPairs: Duplicates = { pairs: [], persons: [], isCut: false };

  it('keeps what it found when the next one fails', async () => {
    const consistency = vi.fn().mockResolvedValueOnce(none).mockRejectedValue(new Error('Busy.'));
    const check = new TreeCheck({ consistency, duplicates: async () => noPairs });
    await check.run('t');
    expect([check.findings, check.failure, check.isBusy]).toEqual([none, '', false]);
    await check.run('t');
    expect([check.findings, check.failure, check.isBusy]).toEqual([none, 'Busy.', false]);
  });

  it('is the last one that was begun', async () => {
    let answer: (value: Findings) => void = () => undefined;
    const consistency = vi
      .fn()
      .mockReturnValueOnce(new Promise((resolve) => (answer = resolve)))
      .mockResolvedValueOnce({ ...none, isCut: true });
    const check = new TreeCheck({ consistency, duplicates: async () => noPairs });
    const first = check.run('t');
    await check.run('t');
    answer(none);
    await first;
    expect(check.findings?.isCut).toBe(true);
  });
});
