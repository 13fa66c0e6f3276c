import { describe, expect, it } from 'vitest';
import { isSameRule, parseRule, ruleFrom, textOfRule } from './rule_text';

describe('reading and printing', () => {
  it.each([
    ['FREQ=DAILY', 'FREQ=DAILY'],
    ['rrule:freq=weekly;byday=we,mo', 'FREQ=WEEKLY;BYDAY=MO,WE'],
    [' FREQ=DAILY; '.trim(), 'FREQ=DAILY'],
    ['INTERVAL=1;FREQ=DAILY;WKST=MO', 'FREQ=DAILY'],
    ['BYDAY=-1FR,2MO,MO;FREQ=MONTHLY', 'FREQ=MONTHLY;BYDAY=MO,2MO,-1FR'],
    ['FREQ=MONTHLY;BYMONTHDAY=-1,15,1,15', 'FREQ=MONTHLY;BYMONTHDAY=1,15,-1'],
    ['FREQ=MONTHLY;BYMONTHDAY=-1,-2', 'FREQ=MONTHLY;BYMONTHDAY=-2,-1'],
    ['FREQ=DAILY;COUNT=+10', 'FREQ=DAILY;COUNT=10'],
    ['COUNT=3;INTERVAL=2;FREQ=DAILY', 'FREQ=DAILY;COUNT=3;INTERVAL=2'],
    ['FREQ=DAILY;UNTIL=20261224T160000Z', 'FREQ=DAILY;UNTIL=20261224T160000Z'],
    [
      'FREQ=YEARLY;WKST=SU;BYSETPOS=-1;BYMONTH=1;BYWEEKNO=20;BYYEARDAY=1;BYMONTHDAY=1;BYDAY=MO;BYHOUR=9;BYMINUTE=0;BYSECOND=0;COUNT=2;INTERVAL=3',
      'FREQ=YEARLY;COUNT=2;INTERVAL=3;BYSECOND=0;BYMINUTE=0;BYHOUR=9;BYDAY=MO;BYMONTHDAY=1;BYYEARDAY=1;BYWEEKNO=20;BYMONTH=1;BYSETPOS=-1;WKST=SU',
    ],
  ])('%s', (text, canonical) => {
    const rule = ruleFrom(text);
    expect(rule && textOfRule(rule)).toBe(canonical);
    // What was printed is read as the same.
    expect(ruleFrom(canonical)).toEqual(rule);
  });
});

describe('what is wrong', () => {
  it.each([
    ['', 'is not part of a rule'],
    ['hello', 'is not part of a rule'],
    ['BYDAY=MO', 'FREQ: it is missing'],
    ['FREQ=OFTEN', 'FREQ: “OFTEN” is not possible; use YEARLY'],
    ['FREQ=DAILY;FREQ=DAILY', 'FREQ: it is there twice'],
    ['FREQ=DAILY;FOO=1', 'FOO: there is no such part'],
    ['FREQ=DAILY;INTERVAL=0', 'INTERVAL: “0” is not possible'],
    ['FREQ=DAILY;INTERVAL=1.5', 'INTERVAL: “1.5” is not possible'],
    ['FREQ=DAILY;COUNT=-1', 'COUNT: “-1” is not possible'],
    ['FREQ=DAILY;COUNT=3;UNTIL=20261224', 'leave one of them out'],
    ['FREQ=DAILY;UNTIL=20260230', 'UNTIL: “20260230” is not possible'],
    ['FREQ=DAILY;UNTIL=20261224T250000Z', 'UNTIL: '],
    ['FREQ=DAILY;WKST=MON', 'WKST: “MON” is not possible; use MO, TU, WE, TH, FR, SA or SU'],
    ['FREQ=WEEKLY;BYDAY=XX', 'BYDAY: “XX” is not possible'],
    ['FREQ=WEEKLY;BYDAY=', 'BYDAY: “” is not possible'],
    ['FREQ=MONTHLY;BYDAY=0MO', 'BYDAY: “0MO” is not possible'],
    ['FREQ=MONTHLY;BYDAY=54MO', 'BYDAY: “54MO” is not possible'],
    ['FREQ=MONTHLY;BYMONTHDAY=0', 'use 1 to 31, or -31 to -1 counted from the end'],
    ['FREQ=MONTHLY;BYMONTHDAY=32', 'BYMONTHDAY: “32” is not possible'],
    ['FREQ=YEARLY;BYMONTH=-1', 'BYMONTH: “-1” is not possible; use 1 to 12.'],
    ['FREQ=DAILY;BYHOUR=24', 'BYHOUR: “24” is not possible'],
    ['FREQ=DAILY;BYHOUR=9,,10', 'BYHOUR: “” is not possible'],
    ['FREQ=WEEKLY;BYDAY=2MO', 'numbered days'],
    ['FREQ=WEEKLY;BYMONTHDAY=1', 'does not go with FREQ=WEEKLY'],
    ['FREQ=MONTHLY;BYWEEKNO=20', 'it goes with FREQ=YEARLY'],
    ['FREQ=DAILY;BYYEARDAY=1', 'BYYEARDAY: it goes with'],
    ['FREQ=YEARLY;BYWEEKNO=20;BYDAY=1MO', 'beside BYWEEKNO'],
    ['FREQ=MONTHLY;BYSETPOS=1', 'it chooses among'],
  ])('%s', (text, problem) => {
    expect(parseRule(text).problem).toContain(problem);
  });
});

describe('two texts', () => {
  it('are the same rule when they say the same', () => {
    expect(isSameRule('FREQ=WEEKLY;BYDAY=WE,MO', 'byday=mo,we;freq=weekly')).toBe(true);
    expect(isSameRule('FREQ=WEEKLY', 'FREQ=DAILY')).toBe(false);
    expect(isSameRule(undefined, '')).toBe(true);
    expect(isSameRule('FREQ=WEEKLY', undefined)).toBe(false);
    expect(isSameRule('nonsense', 'nonsense')).toBe(true);
  });
});
