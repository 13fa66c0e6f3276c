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

describe('own minutes', () => {
  const overrides = [
    { owner: 'calendar:a', thingId: 'evt_1', minutes: [5] },
    { owner: 'calendar:a', minutes: [] },
    { owner: 'calendar:b', thingId: 'evt_2', minutes: [60] },
  ];
  it('of a calendar are those of all its events', () => {
    expect(ownMinutes({ overrides }, { owner: 'calendar:a' })).toEqual([]);
    expect(ownMinutes({ overrides }, { owner: 'calendar:b' })).toBeUndefined();
  });
  it('of an event are its own alone', () => {
    expect(ownMinutes({ overrides }, { owner: 'calendar:a', thingId: 'evt_1' })).toEqual([5]);
    expect(ownMinutes({ overrides }, { owner: 'calendar:a', thingId: 'evt_2' })).toBeUndefined();
  });
});
