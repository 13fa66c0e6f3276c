import { describe, expect, it } from 'vitest';
import { read } from './test_quick_add';

describe('a line of quick add: how it repeats', () => {
  it.each([
    ['Lunch tomorrow 13:00 every week', 'FREQ=WEEKLY', '2026-11-16T13:00'],
    ['Pills every day 8:00', 'FREQ=DAILY', '2026-11-16T08:00'],
    ['Pills 21:00 daily', 'FREQ=DAILY', '2026-11-15T21:00'],
    ['Standup every weekday 9:15', 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR', '2026-11-16T09:15'],
    ['Run every weekend 8:00', 'FREQ=WEEKLY;BYDAY=SA,SU', '2026-11-21T08:00'],
    ['Sync every 2 weeks fri 10:00', 'FREQ=WEEKLY;INTERVAL=2;BYDAY=FR', '2026-11-20T10:00'],
    ['Pay every month 1 dec', 'FREQ=MONTHLY', '2026-12-01'],
    ['Gala every year 24 dec', 'FREQ=YEARLY', '2026-12-24'],
    ['Gala every 24 december', 'FREQ=YEARLY', '2026-12-24'],
    ['Yoga every monday and thursday 18:00', 'FREQ=WEEKLY;BYDAY=MO,TH', '2026-11-16T18:00'],
    ['Yoga every mon, wed & fri 7:00', 'FREQ=WEEKLY;BYDAY=MO,WE,FR', '2026-11-16T07:00'],
    ['Bins every other friday', 'FREQ=WEEKLY;INTERVAL=2;BYDAY=FR', '2026-11-20'],
    ['Bins every second friday', 'FREQ=WEEKLY;INTERVAL=2;BYDAY=FR', '2026-11-20'],
    ['Board every second friday of the month', 'FREQ=MONTHLY;BYDAY=2FR', '2026-12-11'],
    ['Drinks last friday', undefined, '2026-11-20'],
    ['Drinks every last friday of the month 17:00', 'FREQ=MONTHLY;BYDAY=-1FR', '2026-11-27T17:00'],
    ['Drinks every first and third tue 17:00', 'FREQ=MONTHLY;BYDAY=1TU,3TU', '2026-11-17T17:00'],
    ['Rent every 1st', 'FREQ=MONTHLY;BYMONTHDAY=1', '2026-12-01'],
    ['Rent every 15th', 'FREQ=MONTHLY;BYMONTHDAY=15', '2026-11-15'],
    ['Rent every 15th 9:00', 'FREQ=MONTHLY;BYMONTHDAY=15', '2026-12-15T09:00'],
    ['Books every 31st', 'FREQ=MONTHLY;BYMONTHDAY=31', '2026-12-31'],
    ['Books every last day of the month', 'FREQ=MONTHLY;BYMONTHDAY=-1', '2026-11-30'],
    [
      'Books every last weekday of the month',
      'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1',
      '2026-11-30',
    ],
    ['Club every month on the third tuesday', 'FREQ=MONTHLY;BYDAY=3TU', '2026-11-17'],
    ['Swim mondays 18:00', 'FREQ=WEEKLY;BYDAY=MO', '2026-11-16T18:00'],
    ['Swim every week on sunday 9:00', 'FREQ=WEEKLY;BYDAY=SU', '2026-11-22T09:00'],
    ['Water every 3 days', 'FREQ=DAILY;INTERVAL=3', '2026-11-15'],
    ['Stretch every 2 hours 11:00', 'FREQ=HOURLY;INTERVAL=2', '2026-11-15T11:00'],
    ['Report quarterly 1 jan', 'FREQ=MONTHLY;INTERVAL=3', '2027-01-01'],
    ['Yoga every mon 18:00 10 times', 'FREQ=WEEKLY;COUNT=10;BYDAY=MO', '2026-11-16T18:00'],
    ['Yoga every mon until 24 dec', 'FREQ=WEEKLY;UNTIL=20261224;BYDAY=MO', '2026-11-16'],
    [
      'Yoga every mon 18:00 until 24 dec',
      'FREQ=WEEKLY;UNTIL=20261224T225959Z;BYDAY=MO',
      '2026-11-16T18:00',
    ],
    ['Yoga daily until december', 'FREQ=DAILY;UNTIL=20261231', '2026-11-15'],
    ['Pills every day for 5 days', 'FREQ=DAILY;UNTIL=20261119', '2026-11-15'],
    ['Yoga every mon for 6 weeks', 'FREQ=WEEKLY;UNTIL=20261227;BYDAY=MO', '2026-11-16'],
    ['Birthday 3 march every year', 'FREQ=YEARLY', '2027-03-03'],
    ['Yoga tue & thu 18:00 every week', 'FREQ=WEEKLY;BYDAY=TU,TH', '2026-11-17T18:00'],
    ['Workout mon/wed/fri 6:30', 'FREQ=WEEKLY;BYDAY=MO,WE,FR', '2026-11-16T06:30'],
    ['Gym every day except sunday', 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA', '2026-11-16'],
    ['Rent 1st of every month', 'FREQ=MONTHLY;BYMONTHDAY=1', '2026-12-01'],
    ['Drinks last friday of each month', 'FREQ=MONTHLY;BYDAY=-1FR', '2026-11-27'],
    ['Pills every 8 hours', 'FREQ=HOURLY;INTERVAL=8', '2026-11-15T11:00'],
    ['Standup mon-fri 9:15', 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR', '2026-11-16T09:15'],
    ['Shift fri - mon 22:00', 'FREQ=WEEKLY;BYDAY=MO,FR,SA,SU', '2026-11-15T22:00'],
    ['Walk every monday to wednesday', 'FREQ=WEEKLY;BYDAY=MO,TU,WE', '2026-11-16'],
    ['Sprint every 2 weeks on tue 10-11', 'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU', '2026-11-17T10:00'],
    ['Gym every monday 9', 'FREQ=WEEKLY;BYDAY=MO', '2026-11-16T09:00'],
    ['Water every 3 days until Christmas', 'FREQ=DAILY;UNTIL=20261225;INTERVAL=3', '2026-11-15'],
    ['Piano wednesdays 16:00 starting January', 'FREQ=WEEKLY;BYDAY=WE', '2027-01-06T16:00'],
    ['Yoga every mon starting 1 dec', 'FREQ=WEEKLY;BYDAY=MO', '2026-12-07'],
  ])('%s', (text, rrule, start) => {
    const draft = read(text);
    expect(draft.rrule).toBe(rrule);
    expect(draft.start).toBe(start);
    expect(draft.title).toBe(text.split(' ')[0]);
  });

  it('keeps the adjective of a name', () => {
    expect(read('Daily standup 9:30')).toMatchObject({
      title: 'Daily standup',
      rrule: 'FREQ=DAILY',
    });
    expect(read('Weekly review fri 16:00')).toMatchObject({
      title: 'Weekly review',
      rrule: 'FREQ=WEEKLY',
      start: '2026-11-20T16:00',
    });
  });
  it('counts the weeks of whoever begins them on Sunday', () => {
    const preferences = { defaultEventDuration: 30, weekStart: 0 as const };
    const { rrule } = read('Bins every 2 weeks on sun and mon', { preferences });
    expect(rrule).toBe('FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,SU;WKST=SU');
  });
});
