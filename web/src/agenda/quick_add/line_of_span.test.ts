import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { inChinese } from '../../when/words/chinese';
import { inGerman } from '../../when/words/german';
import { readPlainLine, type PlainContext } from '../../when/words/plain_line';
import { lineOfSpan } from './line_of_span';

const context: PlainContext = {
  nowMs: Date.parse('2026-11-18T09:00:00Z'),
  ...{ zone: 'Europe/Berlin', isDayFirst: true, defaultMinutes: 30 },
};

beforeAll(() => void vi.useFakeTimers({ now: context.nowMs }));
afterAll(() => void vi.useRealTimers());

describe('what is marked', () => {
  it.each([
    ['hours', '2027-05-03T09:00:00', '2027-05-03T10:30:00', false],
    ['hours of a night', '2027-05-03T22:00:00', '2027-05-04T01:00:00', false],
    ['until midnight', '2027-05-03T22:00:00', '2027-05-04T00:00:00', false],
    ['a day', '2027-05-03', '2027-05-04', true],
    ['days', '2027-05-03', '2027-05-07', true],
    ['days of two years', '2026-12-30', '2027-01-03', true],
  ])('is understood in every language: %s', (_, start, end, allDay) => {
    const text = `Choir ${lineOfSpan({ start, end, allDay })}`;
    for (const translate of [undefined, inGerman, inChinese]) {
      const { title, span } = readPlainLine(text, { ...context, translate });
      expect(title).toBe('Choir');
      const seconds = (time = '') => (time.length === 16 ? `${time}:00` : time);
      expect({ ...span, start: seconds(span?.start), end: seconds(span?.end) }).toMatchObject({
        ...{ start, end, isAllDay: allDay },
      });
    }
  });
});
