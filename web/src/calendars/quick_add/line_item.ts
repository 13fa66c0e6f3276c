// What a line that is typed becomes in a calendar: an entry where an entry can say it, otherwise an event.

import { addDays, type DateText } from '../../lib/dates';
import { isCalled } from '../../lib/folded';
import type { Calendar } from '../../lib/types';
import type { ParsedLine } from '../../events/quick_add/parse';
import type { EventDraft } from '../../events/types';
import { formOfDraft, type ItemForm } from '../editor/item_form';
import { shortTime, type Draft } from '../editor/drafts';

export interface LineItem {
  // As it will be: without the name of the calendar, and with the other signs in the title.
  draft: EventDraft;
  // The calendar that it names.
  named: Calendar | undefined;
}

// Without a time, it is on the whole day.
export function itemOfLine(
  { draft, pieces }: ParsedLine,
  calendars: readonly Calendar[],
  today: DateText,
): LineItem {
  const { tags = [], ...said } = draft;
  const isNameOf = (tag: string) => (calendar: Calendar) => isCalled(calendar.name, tag);
  const named = tags.flatMap((tag) => calendars.find(isNameOf(tag)) ?? [])[0];
  const others = tags.filter((tag) => !named || !isNameOf(tag)(named)).map((tag) => `#${tag}`);
  const title = [said.title ?? '', ...others].join(' ').trim();
  const isDated = pieces.some(({ kind }) => kind === 'when' || kind === 'rule');
  const when = isDated ? said : { ...said, start: today, end: addDays(today, 1), isAllDay: true };
  delete when.title;
  return { draft: title === '' ? when : { ...when, title }, named };
}

// The same as the dialog begins with it.
export function draftOfItem(draft: EventDraft, calendarId: string): Draft {
  const { start, end = start, isAllDay } = draft;
  const date = start.slice(0, 10);
  const more: Partial<Draft> = {};
  if (draft.title) more.title = draft.title;
  if (draft.location) more.location = draft.location;
  if (draft.rrule) more.rrule = draft.rrule;
  if (draft.tzid) more.tzid = draft.tzid;
  if (draft.reminderMinutes) more.reminders = draft.reminderMinutes;
  const base = { ...more, calendarId, date, allDay: isAllDay, task: false };
  if (isAllDay) {
    const last = addDays(end.slice(0, 10), -1);
    return last > date ? { ...base, lastDay: last } : base;
  }
  const times = { start: shortTime(start.slice(11)), end: shortTime(end.slice(11)) };
  const lastDay = end.slice(0, 10);
  // The last minute of a day stands for its end.
  if (times.end === '00:00' && lastDay === addDays(date, 1)) {
    return { ...base, ...times, end: '23:59' };
  }
  return lastDay > date ? { ...base, ...times, lastDay } : { ...base, ...times };
}

export function formOfItem(draft: EventDraft, calendarId: string, newMinutes: number): ItemForm {
  return formOfDraft(draftOfItem(draft, calendarId), calendarId, '', newMinutes);
}
