import { describe, expect, it } from 'vitest';
import { isClock, minutesOfSpan, movedSpan, plusMinutes, timeOf, type Span } from './event_clock';

const span: Span = {
  isAllDay: false,
  startDate: '2026-11-17',
  startTime: '09:00',
  endDate: '2026-11-17',
  endTime: '10:30',
  zone: 'Europe/Berlin',
  endZone: '',
};

describe('times of day', () => {
  it('knows them from anything else', () => {
    for (const good of ['00:00', '23:59', '09:00:30']) expect(isClock(good)).toBe(true);
    for (const bad of ['', '24:00', '9:00', '09:60', '09:00:60']) expect(isClock(bad)).toBe(false);
  });

  it('shows seconds only where there are some', () => {
    expect(timeOf('2026-11-17T09:00:00')).toBe('09:00');
    expect(timeOf('2026-11-17T09:00:30')).toBe('09:00:30');
    expect(timeOf('2026-11-17')).toBe('');
  });

  it('goes over midnight both ways', () => {
    expect(plusMinutes('2026-12-31', '23:30', 45)).toEqual({ date: '2027-01-01', time: '00:15' });
    expect(plusMinutes('2027-01-01', '00:15', -45)).toEqual({ date: '2026-12-31', time: '23:30' });
    expect(plusMinutes('2026-11-17', '09:00:30', 0).time).toBe('09:00:30');
  });
});

describe('a start that moves', () => {
  it('takes the end along', () => {
    expect(movedSpan(span, { startTime: '23:00' })).toMatchObject({
      endDate: '2026-11-18',
      endTime: '00:30',
    });
    expect(movedSpan(span, { startDate: '2026-12-31' }).endDate).toBe('2026-12-31');
  });

  it('keeps how many days there are', () => {
    const days = { ...span, isAllDay: true, endDate: '2026-11-19' };
    expect(movedSpan(days, { startDate: '2027-02-27' }).endDate).toBe('2027-03-01');
  });

  it('waits while there is no time in the field, and remembers how long it was', () => {
    const typing = movedSpan(span, { startTime: '' });
    expect(typing).toMatchObject({ startTime: '', endTime: '10:30' });
    expect(movedSpan(typing, { startTime: '12:00' }, span).endTime).toBe('13:30');
  });

  it('counts the hours of a journey and not those on the wall', () => {
    const flight = { ...span, endTime: '12:00', endZone: 'America/New_York' };
    expect(minutesOfSpan(flight)).toBe(9 * 60);
    expect(movedSpan(flight, { startTime: '15:00' })).toMatchObject({
      endDate: '2026-11-17',
      endTime: '18:00',
    });
  });
});
