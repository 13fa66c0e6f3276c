// What is sent of a form: everything of a new event, and only what differs of one that is there, so
// that what was changed elsewhere in it stays.

import { addDays } from '../../lib/dates';
import { wallOf } from './event_clock';
import type { EventForm } from './event_form';
import { isSameRule } from '../../when/recurrence/rule_text';
import type { EventInput, EventPatch } from '../types';
import { instantOf } from '../../when/zones/zones';

// The fields that mean something only together.
const timeFields = [
  'isAllDay',
  'startDate',
  'startTime',
  'endDate',
  'endTime',
  'zone',
  'endZone',
] as const;

export function inputOfForm(form: EventForm, own: string): EventInput {
  return {
    title: form.title.trim(),
    description: form.description.trim() || null,
    location: form.location.trim() || null,
    color: form.color || null,
    status: form.status,
    tags: form.tags,
    reminderMinutes: form.reminders,
    ...(form.links.length > 0 ? { links: linksOf(form) } : {}),
    ...(form.expires === '' ? {} : { ttl: ttlOf(form, own) }),
    ...timesOf(form),
    ...(form.rrule === '' ? {} : { rrule: form.rrule }),
  };
}

export function patchOfForm(base: EventForm, form: EventForm, own: string): EventPatch {
  const before = inputOfForm(base, own);
  const now = inputOfForm(form, own);
  const patch: EventPatch = {};
  if (now.title !== before.title) patch.title = now.title;
  if (now.description !== before.description) patch.description = now.description ?? null;
  if (now.location !== before.location) patch.location = now.location ?? null;
  if (now.color !== before.color) patch.color = now.color ?? null;
  if (form.status !== base.status) patch.status = form.status;
  if (!isSameSet(form.tags, base.tags)) patch.tags = form.tags;
  if (!isSameSet(form.reminders, base.reminders)) patch.reminderMinutes = form.reminders;
  if (JSON.stringify(linksOf(form)) !== JSON.stringify(linksOf(base))) patch.links = linksOf(form);
  if (form.expires !== base.expires) patch.ttl = form.expires === '' ? null : ttlOf(form, own);
  if (hasOtherTimes(base, form)) Object.assign(patch, timesOf(form));
  if (!isSameRule(base.rrule, form.rrule)) patch.rrule = form.rrule || null;
  return patch;
}

export function hasOtherTimes(base: EventForm, form: EventForm): boolean {
  return JSON.stringify(timesOf(base)) !== JSON.stringify(timesOf(form));
}

export function isChanged(base: EventForm, form: EventForm): boolean {
  const isSame = (key: keyof EventForm) => JSON.stringify(base[key]) === JSON.stringify(form[key]);
  return (Object.keys(base) as (keyof EventForm)[]).some((key) => !isSame(key));
}

// The form of `base` with the times of another one.
export function withTimesOf(base: EventForm, other: EventForm): EventForm {
  return Object.assign(
    { ...base },
    Object.fromEntries(timeFields.map((field) => [field, other[field]])),
  );
}

type Times = Pick<
  EventInput,
  'isAllDay' | 'startDate' | 'endDate' | 'start' | 'end' | 'startTzid' | 'endTzid'
>;

export function timesOf(form: EventForm): Times {
  if (form.isAllDay) {
    return { isAllDay: true, startDate: form.startDate, endDate: addDays(form.endDate, 1) };
  }
  const start = wallOf(form.startDate, form.startTime);
  const end = wallOf(form.endDate, form.endTime);
  const endTzid = form.zone !== '' && form.endZone !== '' ? form.endZone : null;
  return {
    isAllDay: false,
    start,
    // What ends when it starts is a moment.
    end: end === start && endTzid === null ? null : end,
    startTzid: form.zone || null,
    endTzid,
  };
}

function linksOf(form: EventForm): { target: string; title: string | null }[] {
  return form.links.map(({ target, title }) => ({
    target: target.trim(),
    title: title.trim() || null,
  }));
}

function ttlOf(form: EventForm, own: string): number {
  return Math.floor(instantOf(form.expires, own) / 1000);
}

function isSameSet<T extends string | number>(left: readonly T[], right: readonly T[]): boolean {
  return left.length === right.length && left.every((one) => right.includes(one));
}
