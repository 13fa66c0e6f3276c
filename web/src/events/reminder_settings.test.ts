import { describe, expect, it } from 'vitest';
import { minuteChoices, minutesIn, ownMinutes } from './reminder_settings';

describe('choices of minutes', () => {
  it('are the usual ones, and what was chosen elsewhere', () => {
    expect(minuteChoices([0, 15], undefined)).toEqual(['0', '15']);
    expect(minuteChoices([0, 15], [])).toEqual(['0', '15']);
    expect(minuteChoices([0, 15], [15])).toEqual(['0', '15']);
    expect(minuteChoices([0, 15], [5, 15])).toEqual(['0', '15', '5,15']);
  });
  it('are read back', () => {
    expect(minutesIn('')).toEqual([]);
    expect(minutesIn('5,15')).toEqual([5, 15]);
  });
});

describe('own minutes of a calendar', () => {
  it('are those of all its events', () => {
    const overrides = [
      { owner: 'calendar:a', thingId: 'evt_1', minutes: [5] },
      { owner: 'calendar:a', minutes: [] },
    ];
    expect(ownMinutes({ overrides }, 'calendar:a')).toEqual([]);
    expect(ownMinutes({ overrides }, 'calendar:b')).toBeUndefined();
  });
});
