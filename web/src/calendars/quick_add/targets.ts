// What a line typed in the agenda becomes in a shared calendar: an entry, or an event where it repeats or reminds; or a task.

import {
  fits,
  type QuickAddContext,
  type QuickAddReading,
  type QuickAddTarget,
} from '../../lib/agenda_types';
import { addDays } from '../../lib/dates';
import { loadMessages, t } from '../../lib/messages';
import { preferences } from '../../lib/preferences.svelte';
import type { Calendar } from '../../lib/types';
import { reminderList } from '../../events/editor/event_words';
import type { ParsedLine } from '../../events/quick_add/parse';
import { repeatsInWords, zoneInWords } from '../../events/quick_add/words';
import { loadTranslate } from '../../when/words/line_session.svelte';
import { dayWords, spanWords } from '../../when/words/span_words';
import { wallAt } from '../../when/zones/zones';
import { calendarApi } from '../calendar_api';
import { entryOfForm, eventOfForm, saysMore } from '../editor/item_form';
import { formOfItem, itemOfLine } from './line_item';

export async function calendarTargets(context: QuickAddContext): Promise<QuickAddTarget[]> {
  const [{ parse }, translate, calendars] = await Promise.all([
    import('../../events/quick_add/parse'),
    loadTranslate(),
    calendarApi.list(),
    loadMessages('eventEditor', 'recurrence'),
  ]);
  const { zone, isDayFirst } = context;
  // All calendars read the same line.
  let last: { text: string; line: ParsedLine } | undefined;
  const lineOf = (text: string) => {
    if (last?.text !== text) {
      const { weekStart } = preferences.preferences;
      const lengths = { defaultEventDuration: preferences.newMinutes, weekStart };
      const parts = { nowMs: context.nowMs(), zone, isDayFirst, preferences: lengths, translate };
      last = { text, line: parse(text, parts) };
    }
    return last.line;
  };
  const writable = calendars.filter(({ role }) => role !== 'reader');
  const events = writable.map((calendar) => ({
    key: `calendar:${calendar.id}`,
    name: t.calendars.agenda.target({ name: calendar.name }),
    read: (text: string) => readingOf(lineOf(text), calendar, context),
  }));
  const tasks = writable.map((calendar) => ({
    key: `calendar:${calendar.id}:task`,
    name: t.calendars.agenda.taskTarget({ name: calendar.name }),
    read: (text: string) => taskReading(lineOf(text), calendar, context),
  }));
  return [...events, ...tasks];
}

function readingOf(
  line: ParsedLine,
  calendar: Calendar,
  context: QuickAddContext,
): QuickAddReading {
  const today = wallAt(context.nowMs(), context.zone).slice(0, 10);
  const { draft, named } = itemOfLine(line, [calendar], today);
  const { start, isAllDay, end = isAllDay ? addDays(start, 1) : start, title = '' } = draft;
  const hour12 = context.hour12();
  const facts = [
    spanWords({ start, end, isAllDay }, hour12),
    zoneInWords(draft, context.zone, hour12),
    repeatsInWords(draft, context.zone, hour12),
    draft.location ?? '',
    draft.reminderMinutes === undefined ? '' : reminderList(draft.reminderMinutes),
  ];
  return {
    pieces: line.pieces,
    fit: fitOf(named !== undefined, isTimed(line)),
    title,
    facts: facts.filter((fact) => fact !== ''),
    at: { kind: 'event', start, end, allDay: isAllDay, location: draft.location },
    problem: title === '' ? t.calendars.agenda.needsTitle() : '',
    create: async (key) => {
      const form = formOfItem(draft, calendar.id, preferences.newMinutes);
      if (!saysMore(form)) {
        const made = await calendarApi.createEntry(calendar.id, entryOfForm(form), key);
        return { undo: () => calendarApi.removeEntry(made.id, made.etag) };
      }
      const events = calendarApi.events(calendar.id);
      const made = await events.create(eventOfForm(form, context.zone, calendar.color), key);
      return { undo: () => events.remove(made.id, made.etag) };
    },
  };
}

// Without a day, it is for today.
function taskReading(
  line: ParsedLine,
  calendar: Calendar,
  context: QuickAddContext,
): QuickAddReading {
  const today = wallAt(context.nowMs(), context.zone).slice(0, 10);
  const { draft, named } = itemOfLine(line, [calendar], today);
  const { start, isAllDay, title = '', location = '', rrule } = draft;
  return {
    pieces: line.pieces,
    fit: fitOf(named !== undefined, !isTimed(line)),
    title,
    facts: [dayWords(start.slice(0, 10)), location].filter((fact) => fact !== ''),
    problem: taskProblem(title, isAllDay, rrule !== undefined),
    create: async (key) => {
      const form = formOfItem(draft, calendar.id, preferences.newMinutes);
      const entry = entryOfForm({ ...form, isTask: true });
      const made = await calendarApi.createEntry(calendar.id, entry, key);
      return { undo: () => calendarApi.removeEntry(made.id, made.etag) };
    },
  };
}

function taskProblem(title: string, isAllDay: boolean, isRepeating: boolean): string {
  if (title === '') return t.calendars.agenda.needsTitle();
  if (isRepeating) return t.calendars.agenda.taskRepeats();
  return isAllDay ? '' : t.calendars.changes.taskHasNoTime();
}

// Tasks of a calendar have no reminders either.
const isTimed = ({ pieces }: ParsedLine) =>
  pieces.some(({ kind }) => kind === 'when' || kind === 'rule' || kind === 'reminder');

// Of a calendar that is named: what has no time is something to do.
function fitOf(isNamed: boolean, isLikely: boolean): number {
  if (!isNamed) return fits.possible;
  return isLikely ? fits.named : fits.signs;
}
