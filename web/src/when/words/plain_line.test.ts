import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { inChinese } from './chinese';
import { inGerman } from './german';
import { readPlainLine, type PlainContext } from './plain_line';
import { spanWords } from './span_words';

// A Wednesday, 10:00 in Berlin.
const context: PlainContext = {
  nowMs: Date.parse('2026-11-18T09:00:00Z'),
  ...{ zone: 'Europe/Berlin', isDayFirst: true, defaultMinutes: 30 },
};

beforeAll(() => void vi.useFakeTimers({ now: context.nowMs }));
afterAll(() => void vi.useRealTimers());

describe('a line', () => {
  it.each([
    ['Dentist Tue 9', 'Dentist', 'Tue 24 Nov, 9:00 – 9:30'],
    ['Cottage 3–7 May', 'Cottage', '3 May 2027 – 7 May 2027'],
    ['Cottage 3-7 May', 'Cottage', '3 May 2027 – 7 May 2027'],
    ['Dinner tomorrow 19:00-22:00 #family', 'Dinner', 'Thu 19 Nov, 19:00 – 22:00'],
    ['Round #2', 'Round #2', undefined],
  ])('%s', (text, title, when) => {
    const line = readPlainLine(text, context);
    expect(line.title).toBe(title);
    expect(line.span && spanWords(line.span, false)).toBe(when);
  });

  it('has the names behind signs', () => {
    expect(readPlainLine('Swim #family #2', context).signs).toEqual(['family']);
  });

  it('is read without words that mean something else', () => {
    const taken = { words: 'May house', kind: 'place' } as const;
    const line = readPlainLine('may house 3–7 May', context, taken);
    expect(line.title).toBe('');
    expect(line.pieces.map(({ kind }) => kind)).toEqual(['place', 'when']);
    expect(
      readPlainLine('Cottages 3 May', context, { words: 'Cottage', kind: 'place' }).title,
    ).toBe('Cottages');
  });

  it('is understood in German and Chinese', () => {
    const german = readPlainLine('Zahnarzt Dienstag 9 Uhr', { ...context, translate: inGerman });
    expect([german.title, german.span?.start]).toEqual(['Zahnarzt', '2026-11-24T09:00']);
    const chinese = readPlainLine('周二9点看牙医', { ...context, translate: inChinese });
    expect([chinese.title, chinese.span?.start]).toEqual(['看牙医', '2026-11-24T09:00']);
  });
});
