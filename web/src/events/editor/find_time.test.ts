import { describe, expect, it } from 'vitest';
import { minutesToFind } from './find_time';

const span = {
  isAllDay: false,
  startDate: '2026-11-18',
  startTime: '09:00',
  endDate: '2026-11-18',
  endTime: '10:30',
  zone: 'Europe/Berlin',
  endZone: '',
};

describe('how long a time has to be that is looked for', () => {
  it.each([
    [span, 90],
    [{ ...span, endTime: '09:00' }, 60],
    [{ ...span, endTime: '09:01' }, 5],
    [{ ...span, endDate: '2026-11-20' }, 600],
    [{ ...span, endTime: '' }, 60],
  ])('%#', (form, minutes) => {
    expect(minutesToFind(form)).toBe(minutes);
  });
});
