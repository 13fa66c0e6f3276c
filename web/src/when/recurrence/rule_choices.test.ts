import { describe, expect, it } from 'vitest';
import { choiceOf, choicesOf } from './rule_choices';
import type { RuleStart } from './rule_model';

function startOn(date: string, more: Partial<RuleStart> = {}): RuleStart {
  return { date, time: '09:00', isAllDay: false, tzid: 'Europe/Berlin', ...more };
}

function offered(date: string) {
  return choicesOf(startOn(date)).map((choice) => [choice.label, choice.rrule]);
}

describe('what is offered', () => {
  it('depends on the start', () => {
    // The third Sunday of November, and not the last one.
    expect(offered('2026-11-15')).toEqual([
      ['Does not repeat', ''],
      ['Daily', 'FREQ=DAILY'],
      ['Every weekday (Monday to Friday)', 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR'],
      ['Weekly on Sunday', 'FREQ=WEEKLY;BYDAY=SU'],
      ['Monthly on day 15', 'FREQ=MONTHLY;BYMONTHDAY=15'],
      ['Monthly on the third Sunday', 'FREQ=MONTHLY;BYDAY=3SU'],
      ['Yearly on 15 November', 'FREQ=YEARLY'],
    ]);
  });

  it('has the last weekday where it is one', () => {
    const labels = offered('2026-11-29').map(([label]) => label);
    expect(labels).not.toContain('Monthly on the fifth Sunday');
    expect(labels).toContain('Monthly on the last Sunday');
    const fourth = offered('2026-11-23').map(([label]) => label);
    expect(fourth).toContain('Monthly on the fourth Monday');
    expect(fourth).not.toContain('Monthly on the last Monday');
    const both = offered('2026-11-28').map(([label]) => label);
    expect(both).toContain('Monthly on the fourth Saturday');
    expect(both).toContain('Monthly on the last Saturday');
  });

  it('has the last day of the month where it is one', () => {
    expect(offered('2026-02-28')).toContainEqual([
      'Monthly on the last day',
      'FREQ=MONTHLY;BYMONTHDAY=-1',
    ]);
  });

  it('leaves nothing to the start of a later occurrence', () => {
    const later = choicesOf(startOn('2026-11-15', { isLater: true }));
    expect(later.at(-1)?.rrule).toBe('FREQ=YEARLY;BYMONTHDAY=15;BYMONTH=11');
  });
});

describe('which one a rule is', () => {
  const start = startOn('2026-11-15');
  const choices = choicesOf(start);

  it.each([
    ['', 'Does not repeat'],
    ['FREQ=DAILY', 'Daily'],
    ['FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR', 'Every weekday (Monday to Friday)'],
    ['FREQ=WEEKLY', 'Weekly on Sunday'],
    ['FREQ=WEEKLY;BYDAY=SU;WKST=SU', 'Weekly on Sunday'],
    ['FREQ=MONTHLY', 'Monthly on day 15'],
    ['FREQ=MONTHLY;BYDAY=3SU', 'Monthly on the third Sunday'],
    ['FREQ=YEARLY', 'Yearly on 15 November'],
    ['FREQ=YEARLY;BYMONTH=11;BYMONTHDAY=15', 'Yearly on 15 November'],
  ])('%s', (rrule, label) => {
    expect(choiceOf(rrule, choices, start)?.label).toBe(label);
  });

  it.each(['FREQ=WEEKLY;BYDAY=MO', 'FREQ=DAILY;COUNT=3', 'FREQ=DAILY;INTERVAL=2', 'nonsense'])(
    '%s is none of them',
    (rrule) => {
      expect(choiceOf(rrule, choices, start)).toBeUndefined();
    },
  );
});
