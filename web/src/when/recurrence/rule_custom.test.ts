import { describe, expect, it } from 'vitest';
import { customOf, placesOf, problemOfCustom, ruleOfCustom, type CustomForm } from './rule_custom';
import { ruleFrom, textOfRule } from './rule_text';

// The third Tuesday of November.
const start = { date: '2026-11-17', time: '09:00', isAllDay: false, tzid: 'Europe/Berlin' };

function formOf(rrule: string): CustomForm {
  const form = customOf(rrule, start);
  if (!form) throw new Error(`${rrule} has no fields`);
  return form;
}

describe('a rule with fields for all of it', () => {
  it.each([
    'FREQ=DAILY;INTERVAL=3',
    'FREQ=WEEKLY;BYDAY=MO,WE',
    'FREQ=WEEKLY;COUNT=4;BYDAY=TU',
    'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,SU',
    'FREQ=MONTHLY;BYMONTHDAY=17',
    'FREQ=MONTHLY;BYMONTHDAY=-1',
    'FREQ=MONTHLY;BYDAY=-1FR',
    'FREQ=YEARLY',
    'FREQ=YEARLY;BYDAY=4TH;BYMONTH=11',
    'FREQ=YEARLY;UNTIL=20301231T225959Z;BYMONTHDAY=25;BYMONTH=12',
  ])('%s comes back as it was', (rrule) => {
    const rule = ruleFrom(rrule);
    const canonical = rule && textOfRule(rule);
    expect(ruleOfCustom(formOf(rrule), start, 1)).toBe(canonical);
  });

  it('takes from the start what the rule leaves open', () => {
    expect(formOf('FREQ=WEEKLY').days).toEqual(['TU']);
    expect(formOf('FREQ=MONTHLY').place).toBe('FREQ=MONTHLY;BYMONTHDAY=17');
  });

  it('says which days are in one week where that matters', () => {
    const form = formOf('FREQ=WEEKLY;INTERVAL=2;BYDAY=SU,TU');
    expect(ruleOfCustom(form, start, 0)).toBe('FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;WKST=SU');
    expect(ruleOfCustom({ ...form, interval: 1 }, start, 0)).toBe('FREQ=WEEKLY;BYDAY=TU,SU');
  });

  it('ends with the last day, where the event is', () => {
    const form: CustomForm = { ...formOf('FREQ=DAILY'), end: 'date', lastDay: '2026-12-24' };
    expect(ruleOfCustom(form, start, 1)).toBe('FREQ=DAILY;UNTIL=20261224T225959Z');
    const floating = { ...start, tzid: null };
    expect(ruleOfCustom(form, floating, 1)).toBe('FREQ=DAILY;UNTIL=20261224T235959');
    const days = { date: start.date, isAllDay: true };
    expect(ruleOfCustom(form, days, 1)).toBe('FREQ=DAILY;UNTIL=20261224');
    expect(formOf('FREQ=DAILY;UNTIL=20261224T225959Z')).toMatchObject({
      end: 'date',
      lastDay: '2026-12-24',
    });
  });

  it('offers places for the start, and the one that is chosen', () => {
    const labels = (rrule: string) => placesOf(formOf(rrule), start).map((place) => place.label);
    expect(labels('FREQ=MONTHLY')).toEqual(['On day 17', 'On the third Tuesday']);
    expect(labels('FREQ=MONTHLY;BYDAY=-1FR')).toEqual([
      'On the last Friday',
      'On day 17',
      'On the third Tuesday',
    ]);
    expect(labels('FREQ=YEARLY')).toEqual(['On 17 November', 'On the third Tuesday of November']);
  });
});

describe('a rule without fields for all of it', () => {
  it.each([
    'FREQ=HOURLY',
    'FREQ=DAILY;BYHOUR=9,17',
    'FREQ=DAILY;BYMONTH=1',
    'FREQ=MONTHLY;BYMONTHDAY=1,15',
    'FREQ=MONTHLY;BYDAY=MO',
    'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1',
    'FREQ=YEARLY;BYWEEKNO=20',
    'FREQ=YEARLY;BYDAY=20MO',
    'FREQ=DAILY;UNTIL=20261224T120000Z',
    'nonsense',
    '',
  ])('%s', (rrule) => {
    expect(customOf(rrule, start)).toBeUndefined();
  });
});

describe('fields that make no rule', () => {
  it.each<[Partial<CustomForm>, string]>([
    [{ interval: 0 }, 'how often'],
    [{ interval: NaN }, 'how often'],
    [{ interval: 1.5 }, 'how often'],
    [{ days: [] }, 'weekday'],
    [{ end: 'count', count: 0 }, 'how many times'],
    [{ end: 'date', lastDay: '' }, 'last day'],
    [{ end: 'date', lastDay: '2026-11-16' }, 'before the first'],
  ])('%o', (change, text) => {
    expect(problemOfCustom({ ...formOf('FREQ=WEEKLY'), ...change }, start)).toContain(text);
  });

  it('are those, and no others', () => {
    expect(problemOfCustom(formOf('FREQ=WEEKLY'), start)).toBeUndefined();
  });
});
