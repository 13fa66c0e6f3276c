import german from 'virtual:messages/de';
import english from 'virtual:messages/en';
import chinese from 'virtual:messages/zh';
import { afterEach, describe, expect, it } from 'vitest';
import { useMessages } from '../../lib/messages';
import type { Span } from './event_clock';
import {
  durationInWords,
  fieldsInWords,
  reminderInWords,
  spanInWords,
  whenInWords,
} from './event_words';

const span: Span = {
  isAllDay: false,
  startDate: '2026-11-17',
  startTime: '09:00',
  endDate: '2026-11-17',
  endTime: '10:30',
  zone: 'Europe/Berlin',
  endZone: '',
};

describe('when it is', () => {
  it('has its zone', () => {
    expect(whenInWords(span, false)).toBe('Tuesday, 17 November 2026, 9:00 – 10:30 in Berlin');
    expect(whenInWords({ ...span, zone: '' }, true)).toBe(
      'Tuesday, 17 November 2026, 9 am – 10:30 am, wherever you are',
    );
  });

  it('has two for a journey, and two days where it takes longer', () => {
    const flight = { ...span, endDate: '2026-11-18', endZone: 'America/New_York' };
    expect(whenInWords(flight, false)).toBe(
      'Tuesday, 17 November 2026, 9:00 in Berlin – Wednesday, 18 November 2026, 10:30 in New York',
    );
  });

  it('has no end where there is none', () => {
    expect(whenInWords({ ...span, endTime: '09:00' }, false)).toBe(
      'Tuesday, 17 November 2026, 9:00 in Berlin',
    );
  });

  it('has no times for whole days', () => {
    const day = { ...span, isAllDay: true };
    expect(whenInWords(day, false)).toBe('Tuesday, 17 November 2026, all day');
    expect(whenInWords({ ...day, endDate: '2026-11-18' }, false)).toBe(
      'Tuesday, 17 November 2026 – Wednesday, 18 November 2026',
    );
  });
});

describe('how long it takes', () => {
  it('is said beside the weekday', () => {
    expect(spanInWords(span)).toBe('Tuesday, 1 hour 30 minutes');
    expect(spanInWords({ ...span, endTime: '09:00' })).toBe('Tuesday, no duration');
    expect(spanInWords({ ...span, endTime: '08:00' })).toBe('Tuesday');
    expect(spanInWords({ ...span, endTime: '' })).toBe('');
    expect(spanInWords({ ...span, isAllDay: true, endDate: '2026-11-19' })).toBe(
      'Tuesday to Thursday, 3 days',
    );
  });

  it('has days, hours and minutes', () => {
    expect(durationInWords(1440 + 61)).toBe('1 day 1 hour 1 minute');
    expect(durationInWords(0.5)).toBe('less than a minute');
  });
});

describe('reminders', () => {
  it.each([
    [0, 'At start'],
    [1, '1 minute before'],
    [15, '15 minutes before'],
    [60, '1 hour before'],
    [90, '90 minutes before'],
    [1440, '1 day before'],
    [2880, '2 days before'],
    [10_080, '1 week before'],
  ])('%i', (minutes, text) => {
    expect(reminderInWords(minutes)).toBe(text);
  });
});

describe('what an exception changed', () => {
  it('is said once each', () => {
    expect(fieldsInWords(['startUtc', 'endUtc', 'metadata.title', 'unknown'])).toBe(
      'time and title',
    );
    expect(fieldsInWords([])).toBe('');
  });
});

describe('how long it takes, in other languages', () => {
  afterEach(() => useMessages(english));

  it('is said as they say it', () => {
    useMessages(german);
    expect(durationInWords(1501)).toBe('1 Tag 1 Stunde 1 Minute');
    useMessages(chinese);
    expect(durationInWords(1501)).toBe('1天1小时1分钟');
  });
});
