import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isCommon, previewOf } from './rule_preview';
import { ruleFrom } from './rule_text';

interface Vector {
  name: string;
  dtstart: string;
  tzid: string | null;
  rrule: string | null;
  exdate: string[];
  rdate: string[];
  expected: string[];
}

const vectors = JSON.parse(
  readFileSync(new URL('../../../../tests/ical/rrule.json', import.meta.url), 'utf8'),
) as Vector[];

function dateOf(text: string): string {
  return `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6, 8)}`;
}

function startOf({ dtstart, tzid }: Vector) {
  const isAllDay = dtstart.length === 8;
  const time = `${dtstart.slice(9, 11)}:${dtstart.slice(11, 13)}:${dtstart.slice(13, 15)}`;
  return { date: dateOf(dtstart), time: isAllDay ? undefined : time, isAllDay, tzid };
}

describe('the first days of a rule', () => {
  const usable = vectors.flatMap((vector) => {
    const rule = vector.rrule ? ruleFrom(vector.rrule) : undefined;
    if (!rule || !isCommon(rule) || vector.exdate.length + vector.rdate.length > 0) return [];
    return [{ vector, rule }];
  });

  it('has vectors to be measured by', () => {
    expect(usable.length).toBeGreaterThan(200);
  });

  it.each(usable.map((each) => [each.vector.name, each] as const))('%s', (_, { vector, rule }) => {
    const expected = vector.expected.slice(0, 5).map(dateOf);
    const found = previewOf(rule, startOf(vector), { limit: 5 });
    // Giving up is allowed, being wrong is not.
    if (found === undefined) expect(expected).toEqual([]);
    else expect(found).toEqual(expected);
  });

  it('goes on from a later day, counting from the start', () => {
    const rule = ruleFrom('FREQ=WEEKLY;COUNT=4');
    const start = { date: '2026-11-02', isAllDay: true };
    expect(rule && previewOf(rule, start, { limit: 5, from: '2026-11-10' })).toEqual([
      '2026-11-16',
      '2026-11-23',
    ]);
  });

  it('leaves out what was taken out, and ends where the series was ended', () => {
    const rule = ruleFrom('FREQ=WEEKLY');
    const start = { date: '2026-11-02', isAllDay: true };
    const options = { limit: 5, without: ['2026-11-09'], lastDay: '2026-11-20' };
    expect(rule && previewOf(rule, start, options)).toEqual(['2026-11-02', '2026-11-16']);
  });

  it('says nothing of rules that it does not know', () => {
    for (const text of ['FREQ=HOURLY', 'FREQ=YEARLY;BYWEEKNO=20', 'FREQ=DAILY;BYHOUR=9,17']) {
      const rule = ruleFrom(text);
      expect(
        rule && previewOf(rule, { date: '2026-11-02', isAllDay: false }, { limit: 5 }),
      ).toBeUndefined();
    }
  });

  it('ends by itself where nothing ever comes', () => {
    const rule = ruleFrom('FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30');
    const start = { date: '2026-11-02', isAllDay: true };
    expect(rule && (previewOf(rule, start, { limit: 5 }) ?? [])).toEqual([]);
  });
});
