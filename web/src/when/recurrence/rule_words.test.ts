import { describe, expect, it } from 'vitest';
import { readFileSync } from 'node:fs';
import { ruleInWords } from './rule_words';

// A Tuesday.
const start = { date: '2026-11-17', time: '09:00', isAllDay: false, tzid: 'Europe/Berlin' };

function words(rrule: string, change: Partial<typeof start> = {}): string {
  return ruleInWords(rrule, { ...start, ...change });
}

describe('rules that people have', () => {
  it.each([
    ['FREQ=DAILY', 'Every day'],
    ['FREQ=DAILY;INTERVAL=3', 'Every 3 days'],
    ['FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR', 'Every weekday'],
    ['FREQ=DAILY;BYDAY=SA,SU', 'Every weekend day'],
    ['FREQ=DAILY;BYDAY=MO,TH', 'Every Monday and Thursday'],
    ['FREQ=DAILY;BYHOUR=9,17;BYMINUTE=0', 'Every day at 09:00 and 17:00'],
    ['FREQ=DAILY;BYMONTH=1', 'Every day in January'],
    ['FREQ=WEEKLY', 'Every week on Tuesday'],
    ['FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR', 'Every weekday'],
    ['FREQ=WEEKLY;BYDAY=SU,MO,TU,WE,TH,FR,SA', 'Every day'],
    ['FREQ=WEEKLY;BYDAY=SA,SU', 'Every week on Saturday and Sunday'],
    ['FREQ=WEEKLY;BYDAY=MO,WE,FR', 'Every week on Monday, Wednesday and Friday'],
    [
      'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE;UNTIL=20261224',
      'Every 2 weeks on Monday and Wednesday until 24 December 2026',
    ],
    ['FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TU,WE,TH,FR', 'Every 2 weeks from Monday to Friday'],
    ['FREQ=MONTHLY', 'Every month on day 17'],
    ['FREQ=MONTHLY;BYMONTHDAY=15', 'Every month on day 15'],
    ['FREQ=MONTHLY;BYMONTHDAY=1,15', 'Every month on days 1 and 15'],
    ['FREQ=MONTHLY;BYMONTHDAY=-1', 'Every month on the last day'],
    ['FREQ=MONTHLY;BYMONTHDAY=1,-1', 'Every month on day 1 and the last day'],
    ['FREQ=MONTHLY;BYDAY=-1FR;COUNT=10', 'Every month on the last Friday, 10 times'],
    ['FREQ=MONTHLY;BYDAY=1MO,3MO', 'Every month on the first and third Monday'],
    ['FREQ=MONTHLY;BYDAY=2TU,-1FR', 'Every month on the second Tuesday and the last Friday'],
    ['FREQ=MONTHLY;BYDAY=MO', 'Every month on every Monday'],
    ['FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-2', 'Every month on the second to last weekday'],
    ['FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=1', 'Every month on the first weekday'],
    ['FREQ=MONTHLY;BYDAY=FR;BYSETPOS=-1', 'Every month on the last Friday'],
    ['FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=1', 'Every 3 months on day 1'],
    ['FREQ=YEARLY', 'Every year on 17 November'],
    ['FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=25', 'Every year on 25 December'],
    ['FREQ=YEARLY;BYMONTH=6,7;BYMONTHDAY=1', 'Every year on 1 June and 1 July'],
    ['FREQ=YEARLY;BYMONTH=11;BYDAY=4TH', 'Every year on the fourth Thursday of November'],
    ['FREQ=YEARLY;INTERVAL=4', 'Every 4 years on 17 November'],
    ['FREQ=HOURLY;INTERVAL=2', 'Every 2 hours'],
    ['FREQ=MINUTELY;INTERVAL=15;COUNT=4', 'Every 15 minutes, 4 times'],
    ['FREQ=SECONDLY;COUNT=1', 'Every second, once'],
  ])('%s', (rrule, text) => {
    expect(words(rrule)).toBe(text);
  });
});

describe('every part of a rule', () => {
  it.each([
    ['FREQ=MONTHLY;BYMONTHDAY=31', 'Every month on day 31, where the month has it'],
    ['FREQ=MONTHLY;BYMONTHDAY=30;BYMONTH=4,6', 'Every month on day 30 in April and June'],
    [
      'FREQ=MONTHLY;BYMONTHDAY=13;BYDAY=FR',
      'Every month on every day that is a Friday and day 13 of the month',
    ],
    [
      'FREQ=MONTHLY;BYDAY=TU,TH;BYSETPOS=1,-1',
      'Every month on the first and last day that is a Tuesday or Thursday',
    ],
    [
      'FREQ=MONTHLY;BYMONTHDAY=1,2,3,4,5;BYSETPOS=2',
      'Every month on days 1 to 5, of these only the second in each month',
    ],
    [
      'FREQ=MONTHLY;BYDAY=MO;BYHOUR=9,17;BYSETPOS=-1',
      'Every month on every Monday at 09:00 and 17:00, of these only the last in each month',
    ],
    [
      'FREQ=YEARLY;BYMONTH=11;BYDAY=TU;BYMONTHDAY=2,3,4,5,6,7,8',
      'Every year on every day that is a Tuesday and day 2 to 8 of the month in November',
    ],
    ['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29', 'Every year on 29 February, in leap years only'],
    [
      'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30',
      'Every year on day 30 of February, where the month has it',
    ],
    ['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=-1', 'Every year on the last day of February'],
    ['FREQ=YEARLY;BYMONTHDAY=1', 'Every year on day 1 of every month'],
    ['FREQ=YEARLY;BYMONTH=3,9', 'Every year on 17 March and 17 September'],
    ['FREQ=YEARLY;BYDAY=20MO', 'Every year on the 20th Monday of the year'],
    ['FREQ=YEARLY;BYDAY=-1SU', 'Every year on the last Sunday of the year'],
    ['FREQ=YEARLY;BYDAY=MO', 'Every year on every Monday'],
    [
      'FREQ=YEARLY;BYMONTH=6,7;BYDAY=1MO',
      'Every year on the first Monday of each of June and July',
    ],
    ['FREQ=YEARLY;BYMONTH=6;BYDAY=MO', 'Every year on every Monday in June'],
    ['FREQ=YEARLY;BYWEEKNO=20', 'Every year on Tuesday in week 20 of the year'],
    ['FREQ=YEARLY;BYWEEKNO=1,2;BYDAY=MO', 'Every year on Monday in weeks 1 and 2 of the year'],
    ['FREQ=YEARLY;BYWEEKNO=-1;BYDAY=MO', 'Every year on Monday in the last week of the year'],
    [
      'FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO;WKST=SU',
      'Every year on Monday in week 20 of the year, with weeks that start on Sunday',
    ],
    ['FREQ=YEARLY;BYYEARDAY=100', 'Every year on day 100 of the year'],
    ['FREQ=YEARLY;BYYEARDAY=1,-1', 'Every year on day 1 and the last day of the year'],
    ['FREQ=YEARLY;BYYEARDAY=100;BYMONTH=4', 'Every year on day 100 of the year, only in April'],
    ['FREQ=YEARLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1', 'Every year on the last weekday of the year'],
    [
      'FREQ=YEARLY;BYMONTH=12;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1',
      'Every year on the last weekday of December',
    ],
    [
      'FREQ=YEARLY;BYMONTH=6,12;BYDAY=FR;BYSETPOS=-1',
      'Every year on every Friday in June and December, of these only the last in each year',
    ],
    ['FREQ=WEEKLY;BYMONTH=6', 'Every week on Tuesday in June'],
    [
      'FREQ=WEEKLY;BYDAY=MO,TU;BYSETPOS=1',
      'Every week on Monday and Tuesday, of these only the first in each week',
    ],
    [
      'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;WKST=SU',
      'Every 2 weeks on Tuesday and Sunday, with weeks that start on Sunday',
    ],
    // Both days are in the same week, whichever of the two days it starts on.
    ['FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,TH;WKST=SU', 'Every 2 weeks on Tuesday and Thursday'],
    ['FREQ=WEEKLY;BYDAY=TU,SU;WKST=SU', 'Every week on Tuesday and Sunday'],
    ['FREQ=DAILY;INTERVAL=2;BYDAY=MO,FR', 'Every 2 days only on Mondays and Fridays'],
    ['FREQ=DAILY;INTERVAL=2;BYDAY=MO,TU,WE,TH,FR', 'Every 2 days only on weekdays'],
    ['FREQ=DAILY;BYMONTHDAY=1,-1', 'Every day only on day 1 and the last day of the month'],
    ['FREQ=DAILY;BYHOUR=9;BYMINUTE=0,30', 'Every day at 09:00 and 09:30'],
    ['FREQ=DAILY;BYSECOND=30', 'Every day at 09:00:30'],
    [
      'FREQ=DAILY;BYHOUR=9,10,11,12,13;BYMINUTE=0,30',
      'Every day at hours 9 to 13, at minutes 0 and 30',
    ],
    ['FREQ=HOURLY;BYMINUTE=0,30', 'Every hour at minutes 0 and 30'],
    ['FREQ=HOURLY;BYHOUR=9,10,11;BYDAY=MO', 'Every hour only on Mondays only in hours 9 to 11'],
    ['FREQ=HOURLY;BYYEARDAY=1', 'Every hour only on day 1 of the year'],
    ['FREQ=MINUTELY;BYMINUTE=0;BYSECOND=15', 'Every minute only in minute 0, at second 15'],
  ])('%s', (rrule, text) => {
    expect(words(rrule)).toBe(text);
  });
});

describe('the end', () => {
  it.each([
    // Ten in the evening in UTC is eleven in Berlin, or the day after.
    ['FREQ=DAILY;UNTIL=20261224T225959Z', {}, 'Every day until 24 December 2026'],
    ['FREQ=DAILY;UNTIL=20261224T235959Z', {}, 'Every day until 25 December 2026, 00:59:59'],
    ['FREQ=DAILY;UNTIL=20261224T080000Z', {}, 'Every day until 24 December 2026'],
    ['FREQ=DAILY;UNTIL=20261224T070000Z', {}, 'Every day until 24 December 2026, 08:00'],
    ['FREQ=HOURLY;UNTIL=20261224T160000Z', {}, 'Every hour until 24 December 2026, 17:00'],
    ['FREQ=DAILY;UNTIL=20261224T070000Z', { isAllDay: true }, 'Every day until 24 December 2026'],
    ['FREQ=DAILY;UNTIL=20261224T090000', {}, 'Every day until 24 December 2026'],
  ])('%s', (rrule, change, text) => {
    expect(words(rrule, change)).toBe(text);
  });

  it('is said in UTC where no zone is known', () => {
    const unknown = { date: '2026-11-17', time: '09:00', isAllDay: false };
    expect(ruleInWords('FREQ=DAILY;UNTIL=20261224T160000Z', unknown)).toBe(
      'Every day until 24 December 2026, 16:00 UTC',
    );
  });

  it('is on the wall where the time floats', () => {
    const floating = { date: '2026-11-17', time: '09:00', isAllDay: false, tzid: null };
    expect(ruleInWords('FREQ=DAILY;UNTIL=20261224T160000Z', floating)).toBe(
      'Every day until 24 December 2026',
    );
  });
});

describe('how it is said', () => {
  it('uses the clock that the person has', () => {
    expect(ruleInWords('FREQ=DAILY;BYHOUR=9,17', start, true)).toBe('Every day at 9 am and 5 pm');
  });

  it('keeps the hours of a rule open whose start is not known', () => {
    const unknown = { date: '2026-11-17', isAllDay: false };
    expect(ruleInWords('FREQ=DAILY;BYHOUR=9,17', unknown)).toBe('Every day at hours 9 and 17');
  });

  it('says a start on 29 February or on day 31 as it is', () => {
    expect(words('FREQ=YEARLY', { date: '2028-02-29' })).toBe(
      'Every year on 29 February, in leap years only',
    );
    expect(words('FREQ=MONTHLY', { date: '2026-12-31' })).toBe(
      'Every month on day 31, where the month has it',
    );
  });

  it('gives back what is no rule', () => {
    expect(words('whenever I like')).toBe('whenever I like');
  });

  it('has words for every rule there is a vector of', () => {
    const path = new URL('../../../../tests/ical/rrule.json', import.meta.url);
    const vectors = JSON.parse(readFileSync(path, 'utf8')) as { rrule: string | null }[];
    for (const { rrule } of vectors) {
      if (!rrule) continue;
      const text = words(rrule);
      expect(text).toMatch(/^Every /);
      expect(text).not.toMatch(/ {2}|undefined|NaN| ,|,,/);
    }
  });
});
