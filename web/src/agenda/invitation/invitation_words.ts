// When an invitation is, in words.

import { addDays, formatDay, formatSpan, formatTime } from '../../lib/dates';
import { t } from '../../lib/messages';
import { ruleInWords } from '../../when/recurrence/rule_words';
import { wallOfUtc } from '../../when/zones/zones';
import type { GuestAnswer, Invitation } from '../types';

type InvitedEvent = Invitation['event'];

// Of an event that has no colour of its own.
export const plainColor = '#1F8F87';
export const answersToGive = ['yes', 'maybe', 'no'] as const satisfies readonly GuestAnswer[];

// By the clocks of who reads it. Of a series, when it begins.
export function timesInWords(event: InvitedEvent, zone: string, hour12: boolean): string {
  if (event.isAllDay) {
    const first = event.startDate ?? '';
    const last = event.endDate ? addDays(event.endDate, -1) : first;
    return last > first ? formatSpan(first, last) : formatDay(first);
  }
  const start = wallOf(event.startUtc, event.startLocal, zone);
  const end = wallOf(event.endUtc ?? undefined, event.endLocal ?? undefined, zone);
  const day = formatDay(start.slice(0, 10));
  const from = formatTime(start.slice(11, 16), hour12);
  if (end === '' || end === start) return t.agenda.words.join({ first: day, then: from });
  const to = formatTime(end.slice(11, 16), hour12);
  const isSameDay = end.slice(0, 10) === start.slice(0, 10);
  const until = isSameDay
    ? to
    : t.agenda.words.join({ first: formatDay(end.slice(0, 10)), then: to });
  return t.agenda.words.join({ first: day, then: t.agenda.words.span({ from, to: until }) });
}

// Empty for what does not repeat.
export function repeatsInWords(event: InvitedEvent, zone: string, hour12: boolean): string {
  if (event.kind !== 'series') return '';
  if (!event.rrule) return t.agenda.invitation.chosenDays();
  const start = event.startDate ?? event.startLocal ?? wallOf(event.startUtc, undefined, zone);
  const { isAllDay, startTzid } = event;
  const time = isAllDay ? undefined : start.slice(11, 16);
  return ruleInWords(
    event.rrule,
    { date: start.slice(0, 10), time, isAllDay, tzid: startTzid },
    hour12,
  );
}

// What floats is at the same time wherever one is.
function wallOf(utc: string | undefined, local: string | undefined, zone: string): string {
  return utc === undefined ? (local ?? '') : wallOfUtc(utc, zone);
}
