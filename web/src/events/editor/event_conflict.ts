// An event was changed in two places. What each of them changed, field by field, and the form that
// comes of choosing between them.

import { nameOfColor } from '../../ui/colors';
import type { Choices, VersionRow } from '../../lib/versions';
import { formatDate, formatTime } from '../../lib/dates';
import type { Conflict } from '../../lib/editor/editor.svelte';
import { t } from '../../lib/messages';
import type { EventForm } from './event_form';
import { formOfEvent, ruleStartOf } from './event_form';
import { hasOtherTimes, withTimesOf } from './event_patch';
import { reminderInWords, whenInWords } from './event_words';
import { isSameRule } from '../../when/recurrence/rule_text';
import { enumerated } from '../../when/recurrence/rule_word_parts';
import { ruleInWords } from '../../when/recurrence/rule_words';
import type { PlannerEvent, Preferences, Scope } from '../types';

export interface EventConflict extends Conflict<PlannerEvent, EventForm> {
  // For which occurrences my change was meant.
  scope?: Scope;
}

// The days, times and zones are one field: a start without its end means nothing.
type PlainField = Exclude<
  keyof EventForm,
  'isAllDay' | 'startDate' | 'startTime' | 'endDate' | 'endTime' | 'zone' | 'endZone'
>;
export type ConflictField = PlainField | 'when';

export type ConflictRow = VersionRow & { field: ConflictField };

// In the order in which they are shown.
const fields: readonly ConflictField[] = [
  'title',
  'when',
  'rrule',
  'location',
  'description',
  'color',
  'status',
  'tags',
  'reminders',
  'links',
  'expires',
];

export const statuses = ['CONFIRMED', 'TENTATIVE', 'CANCELLED'] as const;

export function rowsOf(
  conflict: EventConflict,
  preferences: Preferences,
  hour12: boolean,
): ConflictRow[] {
  const { base, mine } = conflict;
  const theirs = formOfEvent(conflict.current, preferences);
  return fields.map((field) => ({
    field,
    label: t.eventEditor.editor.fields[field](),
    mine: textOf(field, mine, hour12),
    theirs: textOf(field, theirs, hour12),
    differs: !isSame(field, mine, theirs),
    changedBy: changedBy(!isSame(field, base, mine), !isSame(field, base, theirs)),
  }));
}

function changedBy(byMe: boolean, byThem: boolean): ConflictRow['changedBy'] {
  if (byMe && byThem) return 'both';
  return byMe ? 'me' : byThem ? 'them' : 'nobody';
}

function isSame(field: ConflictField, left: EventForm, right: EventForm): boolean {
  switch (field) {
    case 'when':
      return !hasOtherTimes(left, right);
    case 'rrule':
      return isSameRule(left.rrule, right.rrule);
    case 'color':
      return left.color.toLowerCase() === right.color.toLowerCase();
    case 'tags':
      return [...left.tags].sort().join('\n') === [...right.tags].sort().join('\n');
    case 'reminders':
      return [...left.reminders].sort().join() === [...right.reminders].sort().join();
    default:
      return JSON.stringify(left[field]) === JSON.stringify(right[field]);
  }
}

export function textOf(field: ConflictField, form: EventForm, hour12: boolean): string {
  switch (field) {
    case 'when':
      return whenInWords(form, hour12);
    case 'rrule':
      return form.rrule === '' ? '' : ruleInWords(form.rrule, ruleStartOf(form), hour12);
    case 'color':
      return form.color === '' ? '' : nameOfColor(form.color);
    case 'status':
      return t.eventEditor.editor.statuses[form.status]();
    case 'tags':
      return form.tags.map((tag) => `#${tag}`).join(' ');
    case 'reminders':
      return enumerated(
        [...form.reminders].sort((left, right) => left - right).map(reminderInWords),
      );
    case 'links':
      return enumerated(form.links.map((link) => link.title || link.target));
    case 'expires':
      return form.expires === ''
        ? ''
        : t.recurrence.rule.dayAndTime({
            day: formatDate(form.expires.slice(0, 10), 'long'),
            time: formatTime(form.expires.slice(11), hour12),
          });
    default:
      return form[field];
  }
}

// Theirs, but for what was chosen of mine.
export function formOfChoices(theirs: EventForm, mine: EventForm, choices: Choices): EventForm {
  let form: EventForm = { ...theirs };
  for (const field of fields) {
    if (choices[field] !== 'mine') continue;
    form = field === 'when' ? withTimesOf(form, mine) : { ...form, [field]: mine[field] };
  }
  return form;
}
