import { afterEach, describe, expect, it } from 'vitest';
import { at, read } from './test_quick_add';

describe('a line of quick add: clocks that change', () => {
  it('counts a duration over the hour that is skipped and the one that is there twice', () => {
    const spring = at('Europe/Berlin', '2026-03-28T12:00:00Z');
    expect(read('Shift tomorrow 1:00 for 3 h', spring).end).toBe('2026-03-29T05:00');
    const autumn = at('Europe/Berlin', '2026-10-24T12:00:00Z');
    expect(read('Shift tomorrow 1:00 for 3 h', autumn).end).toBe('2026-10-25T03:00');
  });
  it('never ends before it starts', () => {
    const autumn = at('Europe/Berlin', '2026-10-24T12:00:00Z');
    expect(read('Shift tomorrow 2:30 for 45 min', autumn)).toMatchObject({
      start: '2026-10-25T02:30',
      end: '2026-10-25T03:15',
    });
  });
  it('goes on from now by the clock of the place', () => {
    const spring = at('America/New_York', '2026-03-08T06:30:00Z');
    expect(read('Tea in 1 hour', spring).start).toBe('2026-03-08T03:30');
    const autumn = at('America/New_York', '2026-11-01T05:30:00Z');
    expect(read('Tea in 2 hours', autumn).start).toBe('2026-11-01T02:30');
  });
  it('has the day of the person and not that of the browser', () => {
    const late = at('Pacific/Auckland', '2026-11-15T11:30:00Z');
    expect(read('Lunch today', late).start).toBe('2026-11-16');
    const early = at('Pacific/Honolulu', '2026-11-15T09:30:00Z');
    expect(read('Lunch tomorrow', early).start).toBe('2026-11-15');
  });
  it('asks the clock of the zone whether a time has passed', () => {
    expect(read('Call 8:30 Europe/London').start).toBe('2026-11-16T08:30');
    expect(read('Call 9:30 Europe/London').start).toBe('2026-11-15T09:30');
  });
  it('ends a series at the end of a day whose clocks have changed', () => {
    const summer = at('Europe/Berlin', '2026-06-01T08:00:00Z');
    expect(read('Run every day 12:00 until 1 aug', summer).rrule).toBe(
      'FREQ=DAILY;UNTIL=20260801T215959Z',
    );
  });
  it('knows how long months are', () => {
    const january = at('Europe/Berlin', '2027-01-31T08:00:00Z');
    expect(read('Books on the 30th', january).start).toBe('2027-03-30');
    expect(read('Books every last day of the month 8:30', january).start).toBe('2027-02-28T08:30');
    expect(read('Trip for 1 month', january)).toMatchObject({
      start: '2027-01-31',
      end: '2027-02-28',
    });
    expect(read('Books every fifth monday', january).start).toBe('2027-03-29');
  });
  it('begins at the end of the year', () => {
    const silvester = at('Europe/Berlin', '2026-12-31T20:00:00Z');
    expect(read('Toast 20:00', silvester).start).toBe('2027-01-01T20:00');
    expect(read('Party 23:00-2:00', silvester)).toMatchObject({
      start: '2026-12-31T23:00',
      end: '2027-01-01T02:00',
    });
  });
});

describe('a line of quick add: browsers elsewhere', () => {
  const here = process.env.TZ;
  afterEach(() => {
    if (here === undefined) delete process.env.TZ;
    else process.env.TZ = here;
  });

  it.each(['UTC', 'Pacific/Apia', 'Pacific/Honolulu', 'America/New_York', 'Africa/Cairo'])(
    'reads the same in %s',
    (zone) => {
      process.env.TZ = zone;
      expect(new Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(zone);
      expect(read('Tax 14 nov').start).toBe('2027-11-14');
      expect(read('Tax 15 nov').start).toBe('2026-11-15');
      expect(read('Tax 16 nov 0:30').start).toBe('2026-11-16T00:30');
      expect(read('Brunch sunday 11:00').start).toBe('2026-11-15T11:00');
      expect(read('Brunch saturday').start).toBe('2026-11-21');
      expect(read('Lunch tomorrow 23:30').start).toBe('2026-11-16T23:30');
      expect(read('Call 18:00 EST').start).toBe('2026-11-16T00:00');
      const gap = at('America/New_York', '2026-03-07T12:00:00Z');
      expect(read('Shift tomorrow 2:30', gap).start).toBe('2026-03-08T03:30');
      const noMidnight = at('Africa/Cairo', '2026-04-23T12:00:00Z');
      expect(read('Shift tomorrow', noMidnight).start).toBe('2026-04-24');
      expect(read('Shift fri 0:30', noMidnight).start).toBe('2026-04-24T01:30');
    },
  );
});
