// What a line of quick add means, in words, and as it is sent.

import { addDays, formatDay, formatTime, type DateText } from '../../lib/dates';
import { t } from '../../lib/messages';
import { reminderList } from '../editor/event_words';
import { ruleInWords } from '../../when/recurrence/rule_words';
import type { EventDraft, EventInput } from '../types';
import { tagged } from '../view/occurrence_names';
import { forYou } from '../zones/zones_words';

// "Tomorrow, Monday, 16 November, 13:00 – 13:30".
export function whenInWords(draft: EventDraft, today: DateText, hour12: boolean): string {
  const { start, end = start, isAllDay } = draft;
  const first = start.slice(0, 10);
  const day = dayInWords(first, today);
  if (isAllDay) {
    const last = addDays(end, -1);
    return last > first
      ? t.events.words.spoken({ from: day, to: dayInWords(last, today) })
      : t.events.words.dayAllDay({ day });
  }
  const from = t.recurrence.rule.dayAndTime({ day, time: formatTime(start.slice(11), hour12) });
  const to = formatTime(end.slice(11), hour12);
  const last = end.slice(0, 10);
  if (end <= start) return from;
  if (last === first) return t.events.words.span({ from, to });
  // Past midnight is still the same evening.
  if (last === addDays(first, 1) && end.slice(11) < start.slice(11)) {
    return t.events.words.nextDay({ when: t.events.words.span({ from, to }) });
  }
  const lastDay = dayInWords(last, today);
  return t.events.words.span({
    from,
    to: t.recurrence.rule.dayAndTime({ day: lastDay, time: to }),
  });
}

function dayInWords(date: DateText, today: DateText): string {
  const day = formatDay(date);
  if (date === today) return t.events.words.todayDate({ day });
  return date === addDays(today, 1) ? t.events.words.tomorrowDate({ day }) : day;
}

// "Every week on Monday"; empty when it does not repeat.
export function repeatsInWords(draft: EventDraft, zone: string, hour12: boolean): string {
  if (draft.rrule === undefined) return '';
  const { start, isAllDay } = draft;
  const time = isAllDay ? undefined : start.slice(11);
  const tzid = isAllDay ? null : (draft.tzid ?? zone);
  return ruleInWords(draft.rrule, { date: start.slice(0, 10), time, isAllDay, tzid }, hour12);
}

// "8:00 in London is 9:00 for you"; empty where both are the same.
export function zoneInWords(draft: EventDraft, zone: string, hour12: boolean): string {
  if (draft.isAllDay || !draft.tzid) return '';
  return forYou(draft.start, draft.tzid, zone, hour12);
}

// All of it in one sentence, for those who do not see the card.
export function spokenDraft(
  draft: EventDraft,
  today: DateText,
  zone: string,
  hour12: boolean,
): string {
  const parts = [
    draft.title ?? t.eventEditor.quickAdd.noTitle(),
    whenInWords(draft, today, hour12),
    zoneInWords(draft, zone, hour12),
    repeatsInWords(draft, zone, hour12),
    draft.location === undefined ? '' : t.events.words.at({ place: draft.location }),
    draft.tags === undefined ? '' : tagged(draft.tags),
    draft.reminderMinutes === undefined ? '' : reminderList(draft.reminderMinutes),
  ];
  const text = parts
    .filter((part) => part !== '')
    .reduce((first, then) => t.events.words.semicolon({ first, then }));
  return t.events.words.sentence({ text });
}

export function inputOfDraft(draft: EventDraft, zone: string): EventInput {
  const { start, end, isAllDay, title = '', location, rrule, tags, reminderMinutes } = draft;
  const input: EventInput = { title, isAllDay };
  if (isAllDay) Object.assign(input, { startDate: start, endDate: end ?? addDays(start, 1) });
  else {
    input.start = start;
    input.end = end ?? null;
    input.startTzid = draft.tzid === undefined ? zone : draft.tzid;
  }
  if (location !== undefined) input.location = location;
  if (rrule !== undefined) input.rrule = rrule;
  if (tags !== undefined) input.tags = tags;
  if (reminderMinutes !== undefined) input.reminderMinutes = reminderMinutes;
  return input;
}
