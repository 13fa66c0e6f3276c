import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CountedCalls } from '../../lib/test_calls';
import type { LiveEvent } from '../../lib/live';
import type { GuestAnswer, Invitation } from '../types';
import { nextDayOf, OpenInvitations } from './open_invitations.svelte';

const zone = 'Europe/Berlin';
const now = '2026-11-18T10:00:00';

function timed(day: string, parts: object = {}): Invitation['event'] {
  const times = { startUtc: `${day}T08:00:00Z`, endUtc: `${day}T09:30:00Z` };
  const event = { kind: 'event', isAllDay: false, status: 'CONFIRMED', ...times, ...parts };
  return event as unknown as Invitation['event'];
}

function days(startDate: string, endDate: string, parts: object = {}): Invitation['event'] {
  const event = { kind: 'event', isAllDay: true, startDate, endDate, ...parts };
  return event as unknown as Invitation['event'];
}

const weekly = (rule: string, parts: object = {}) =>
  timed('2026-11-02', { kind: 'series', rrule: `FREQ=WEEKLY${rule}`, ...parts });

describe('the day of an invitation', () => {
  it.each([
    ['ahead', timed('2027-05-03'), '2027-05-03'],
    ['under way', timed('2026-11-18'), '2026-11-18'],
    ['over', timed('2026-11-18', { endUtc: '2026-11-18T09:00:00Z' }), undefined],
    ['a moment that is over', timed('2026-11-18', { endUtc: null }), undefined],
    ['of today', days('2026-11-18', '2026-11-19'), '2026-11-18'],
    ['until today', days('2026-11-15', '2026-11-19'), '2026-11-15'],
    ['until yesterday', days('2026-11-15', '2026-11-18'), undefined],
    ['a series that goes on', weekly(''), '2026-11-23'],
    ['a series of a few', weekly(';COUNT=2'), undefined],
    ['a series that was ended', weekly('', { rruleUntil: '2026-11-10T08:00:00Z' }), undefined],
    ['of days that were chosen', weekly(';COUNT=1', { rdate: ['20270503'] }), '2026-11-02'],
  ])('%s', (_, event, day) => {
    expect(nextDayOf(event, now, zone)).toBe(day);
  });
});

describe('what is not answered', () => {
  const calls = new CountedCalls();
  let invitations: Invitation[];
  let data: OpenInvitations;
  let tell: (type: LiveEvent['type'], data?: unknown) => void;

  function invitation(eventId: string, answer: GuestAnswer, event: object = {}): Invitation {
    const invited = timed('2027-05-03', { title: eventId, ...event });
    return {
      ownerId: 'ben',
      eventId,
      answer,
      organizer: { name: 'Ben' },
      event: invited,
      etag: '',
    };
  }

  beforeEach(() => {
    vi.useFakeTimers();
    calls.failure = undefined;
    calls.asked();
    invitations = [
      invitation('party', 'waiting', { startUtc: '2027-06-03T08:00:00Z', endUtc: null }),
      invitation('dinner', 'waiting'),
      invitation('match', 'no'),
      invitation('fair', 'waiting', { status: 'CANCELLED' }),
    ];
    const api = {
      invitations: () => calls.answer('invitations', () => invitations),
      answer: (ownerId: string, eventId: string, answer: GuestAnswer) =>
        calls.answer(`answer ${ownerId} ${eventId} ${answer}`, () => invitation(eventId, answer)),
    };
    data = new OpenInvitations(api, (onEvent) => {
      tell = (type, content) => onEvent({ type, data: content });
      return () => undefined;
    });
  });
  afterEach(() => {
    data.stop();
    vi.useRealTimers();
  });

  const ids = () => data.ahead(now, zone).map(({ invitation: { eventId } }) => eventId);
  async function start() {
    const started = data.start('nora');
    tell('hello', { resumed: false });
    await vi.advanceTimersByTimeAsync(1000);
    await started;
  }

  it('is there, the next one first', async () => {
    await start();
    expect(ids()).toEqual(['dinner', 'party']);
    expect(calls.asked()).toEqual(['invitations']);
  });

  it('comes and goes with what others do, and with nothing else', async () => {
    await start();
    calls.asked();
    tell('planner', {});
    await vi.advanceTimersByTimeAsync(500);
    expect(calls.asked()).toEqual([]);
    invitations = invitations.slice(1);
    tell('planner-invitation', {});
    await vi.advanceTimersByTimeAsync(500);
    expect(ids()).toEqual(['dinner']);
  });

  it('goes when it is answered, and comes back when that is taken back', async () => {
    await start();
    calls.asked();
    const [dinner] = invitations.filter(({ eventId }) => eventId === 'dinner');
    if (!dinner) throw new Error('there is no dinner');
    const answered = data.answer(dinner, 'yes');
    expect(ids()).toEqual(['party']);
    await answered;
    expect(calls.asked()).toEqual(['answer ben dinner yes']);
    await data.answer(dinner, 'waiting');
    expect(ids()).toEqual(['dinner', 'party']);
  });

  it('stays when the answer could not be saved', async () => {
    await start();
    const [party] = invitations;
    if (!party) throw new Error('there is no party');
    calls.failure = new Error('No.');
    await expect(data.answer(party, 'no')).rejects.toThrow('No.');
    expect(ids()).toEqual(['dinner', 'party']);
  });

  it('is forgotten when somebody else comes', async () => {
    await start();
    data.stop();
    expect(ids()).toEqual([]);
  });
});
