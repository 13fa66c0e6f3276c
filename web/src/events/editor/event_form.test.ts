import { describe, expect, it } from 'vitest';
import { formOfDraft, formOfEvent, limitsOf, ruleStartOf, seriesStartOf } from './event_form';
import { preferences, testEvent, testOccurrence } from './event_test_data';

const now = { date: '2026-11-15', time: '14:20' };

describe('a new event', () => {
  it('lasts and reminds as the person prefers, in their zone', () => {
    const form = formOfDraft({ start: '2026-11-17T23:30', isAllDay: false }, preferences, now);
    expect(form).toMatchObject({
      startDate: '2026-11-17',
      startTime: '23:30',
      endDate: '2026-11-18',
      endTime: '00:15',
      zone: 'Europe/Berlin',
      reminders: [10],
      status: 'CONFIRMED',
    });
  });

  it('begins with the next hour where only a day is known', () => {
    const form = formOfDraft({ start: '2026-11-17', isAllDay: false }, preferences, now);
    expect(form).toMatchObject({ startDate: '2026-11-17', startTime: '15:00', endTime: '15:45' });
    const late = formOfDraft({ start: '2026-11-17', isAllDay: false }, preferences, {
      ...now,
      time: '23:50',
    });
    expect(late.startTime).toBe('23:00');
  });

  it('of whole days ends on the day before its end, and does not remind', () => {
    const draft = { start: '2026-11-17', end: '2026-11-20', isAllDay: true };
    expect(formOfDraft(draft, preferences, now)).toMatchObject({
      isAllDay: true,
      startDate: '2026-11-17',
      endDate: '2026-11-19',
      reminders: [],
    });
  });

  it('takes over all that quick add has understood', () => {
    const draft = {
      start: '2026-11-17T09:00',
      end: '2026-11-17T09:30',
      isAllDay: false,
      title: 'Lunch',
      location: 'Café',
      description: 'Bring cake',
      rrule: 'FREQ=WEEKLY',
      tags: ['work'],
      color: '#D64545',
      reminderMinutes: [0],
      tzid: null,
    };
    expect(formOfDraft(draft, preferences, now)).toMatchObject({
      title: 'Lunch',
      location: 'Café',
      description: 'Bring cake',
      rrule: 'FREQ=WEEKLY',
      tags: ['work'],
      color: '#D64545',
      reminders: [0],
      zone: '',
      endTime: '09:30',
    });
  });
});

describe('an event that is there', () => {
  it('is shown in its own zone', () => {
    expect(formOfEvent(testEvent(), preferences)).toMatchObject({
      startTime: '15:00',
      endTime: '16:30',
      zone: 'America/New_York',
      endZone: '',
    });
  });

  it('without an end ends when it starts', () => {
    const moment = testEvent({ endUtc: null, endLocal: null });
    expect(formOfEvent(moment, preferences)).toMatchObject({ endTime: '15:00' });
  });

  it('floats without a zone, and travels with two', () => {
    expect(formOfEvent(testEvent({ startTzid: null }), preferences).zone).toBe('');
    const flight = testEvent({ endTzid: 'Europe/Berlin' });
    expect(formOfEvent(flight, preferences).endZone).toBe('Europe/Berlin');
    const stays = testEvent({ endTzid: 'America/New_York' });
    expect(formOfEvent(stays, preferences).endZone).toBe('');
  });

  it('of whole days has the last day and not the one after', () => {
    const days = testEvent({ isAllDay: true, startDate: '2026-12-24', endDate: '2026-12-27' });
    expect(formOfEvent(days, preferences)).toMatchObject({
      isAllDay: true,
      startDate: '2026-12-24',
      endDate: '2026-12-26',
      zone: 'Europe/Berlin',
    });
  });

  it('is deleted by itself by the clock of the person', () => {
    const ttl = Date.parse('2026-12-24T17:30:00Z') / 1000;
    expect(formOfEvent(testEvent({ ttl }), preferences).expires).toBe('2026-12-24T18:30');
  });
});

describe('what a rule is about', () => {
  it('is the start of the form', () => {
    const form = formOfEvent(testEvent(), preferences);
    expect(ruleStartOf(form)).toMatchObject({
      date: '2026-11-17',
      time: '15:00',
      tzid: 'America/New_York',
    });
  });

  it('is, of an occurrence that was moved, where it was', () => {
    const moved = testOccurrence({ startLocal: '2026-11-19T08:00:00' });
    expect(seriesStartOf(moved)).toMatchObject({ date: '2026-11-17', time: '15:00' });
    const day = testOccurrence({ isAllDay: true, startTzid: null, recurrenceId: '2026-11-17' });
    expect(seriesStartOf(day)).toMatchObject({ date: '2026-11-17', isAllDay: true });
    const floating = testOccurrence({ startTzid: null, recurrenceId: '2026-11-17T20:00:00' });
    expect(seriesStartOf(floating)).toMatchObject({
      date: '2026-11-17',
      time: '20:00',
      tzid: null,
    });
    expect(seriesStartOf(testEvent())).toBeUndefined();
  });
});

describe('what a series has beside its rule', () => {
  it('is the days that were taken out, and where it was ended', () => {
    const series = testEvent({
      kind: 'series',
      exdate: ['20261124', '20261201T200000Z'],
      rruleUntil: '2026-12-25T03:59:59Z',
    });
    expect(limitsOf(series)).toEqual({ without: ['2026-11-24'], lastDay: '2026-12-24' });
    expect(limitsOf({ ...series, startTzid: null }).lastDay).toBe('2026-12-24');
    // A second before one that would have been at 15:00.
    const cut = { ...series, rruleUntil: '2026-12-22T19:59:59Z' };
    expect(limitsOf(cut).lastDay).toBe('2026-12-21');
    const days = testEvent({ isAllDay: true, startTzid: null, rruleUntil: '2026-12-22T23:59:59Z' });
    delete days.startLocal;
    expect(limitsOf(days).lastDay).toBe('2026-12-22');
    expect(limitsOf(undefined)).toEqual({ without: [], lastDay: undefined });
  });
});
