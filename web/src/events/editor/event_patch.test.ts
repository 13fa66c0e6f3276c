import { describe, expect, it } from 'vitest';
import { formOfDraft, formOfEvent, type EventForm } from './event_form';
import { inputOfForm, isChanged, patchOfForm } from './event_patch';
import { preferences, testEvent } from './event_test_data';

const own = 'Europe/Berlin';
const base = formOfEvent(
  testEvent({
    rrule: 'FREQ=WEEKLY;BYDAY=TU',
    tags: ['a', 'b'],
    location: 'Here',
    color: '#D64545',
  }),
  preferences,
);

function patch(change: Partial<EventForm>) {
  return patchOfForm(base, { ...base, ...change }, own);
}

describe('a new event', () => {
  const form = formOfDraft(
    { start: '2026-11-17T09:00', isAllDay: false, title: ' Call ' },
    preferences,
  );

  it('is sent with wall times and the zone', () => {
    expect(inputOfForm(form, own)).toEqual({
      title: 'Call',
      description: null,
      location: null,
      color: null,
      status: 'CONFIRMED',
      tags: [],
      reminderMinutes: [10],
      isAllDay: false,
      start: '2026-11-17T09:00:00',
      end: '2026-11-17T09:45:00',
      startTzid: 'Europe/Berlin',
      endTzid: null,
    });
  });

  it('of whole days has no times, and its end is the day after', () => {
    const days = { ...form, isAllDay: true, endDate: '2026-11-18' };
    const input = inputOfForm(days, own);
    expect(input).toMatchObject({ isAllDay: true, startDate: '2026-11-17', endDate: '2026-11-19' });
    expect(input).not.toHaveProperty('start');
    expect(input).not.toHaveProperty('startTzid');
  });

  it('without duration has no end', () => {
    expect(inputOfForm({ ...form, endTime: '09:00' }, own).end).toBeNull();
    const flight = { ...form, endTime: '09:00', endZone: 'Europe/London' };
    expect(inputOfForm(flight, own)).toMatchObject({
      end: '2026-11-17T09:00:00',
      endTzid: 'Europe/London',
    });
  });

  it('that floats has no zone, not even one for its end', () => {
    const input = inputOfForm({ ...form, zone: '', endZone: 'Europe/London' }, own);
    expect(input).toMatchObject({ startTzid: null, endTzid: null });
  });

  it('has its rule, its links and its expiry', () => {
    const full = {
      ...form,
      rrule: 'FREQ=DAILY',
      links: [{ target: ' evt_2 ', title: '' }],
      expires: '2026-12-24T18:30',
    };
    expect(inputOfForm(full, own)).toMatchObject({
      rrule: 'FREQ=DAILY',
      links: [{ target: 'evt_2', title: null }],
      ttl: Date.parse('2026-12-24T17:30:00Z') / 1000,
    });
  });
});

describe('a change', () => {
  it('is nothing when nothing was changed', () => {
    expect(patch({})).toEqual({});
    expect(patch({ title: 'Call ' })).toEqual({});
    expect(patch({ rrule: 'byday=tu;freq=weekly' })).toEqual({});
    expect(patch({ tags: ['b', 'a'] })).toEqual({});
  });

  it('is only what differs', () => {
    expect(patch({ title: 'Talk' })).toEqual({ title: 'Talk' });
    expect(patch({ status: 'TENTATIVE' })).toEqual({ status: 'TENTATIVE' });
    expect(patch({ reminders: [5] })).toEqual({ reminderMinutes: [5] });
    expect(patch({ tags: ['a'] })).toEqual({ tags: ['a'] });
    expect(patch({ rrule: 'FREQ=DAILY' })).toEqual({ rrule: 'FREQ=DAILY' });
  });

  it('clears with null', () => {
    expect(patch({ location: ' ', color: '' })).toEqual({ location: null, color: null });
    expect(patch({ rrule: '' })).toEqual({ rrule: null });
    const expiring = { ...base, expires: '2026-12-24T18:30' };
    expect(patchOfForm(expiring, base, own)).toEqual({ ttl: null });
  });

  it('of a time sends all that belongs to it', () => {
    expect(patch({ endTime: '17:00' })).toEqual({
      isAllDay: false,
      start: '2026-11-17T15:00:00',
      end: '2026-11-17T17:00:00',
      startTzid: 'America/New_York',
      endTzid: null,
    });
    expect(patch({ isAllDay: true })).toEqual({
      isAllDay: true,
      startDate: '2026-11-17',
      endDate: '2026-11-18',
    });
  });

  it('sees what a form without any of it does not', () => {
    expect(isChanged(base, { ...base })).toBe(false);
    expect(isChanged(base, { ...base, links: [{ target: '', title: '' }] })).toBe(true);
  });
});
