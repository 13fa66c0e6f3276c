// What is wrong with a form, by the rules of the server, and to which field what the server says
// belongs.

import { newPlannerEventLimits, plannerLinkLimits } from '../../lib/api_limits';
import { daysBetween, isDate } from '../../lib/dates';
import { t } from '../../lib/messages';
import { isColor } from '../../ui/colors';
import { isClock, wallOf } from './event_clock';
import type { EventForm } from './event_form';
import { parseRule } from '../../when/recurrence/rule_text';
import { instantOf, isZone, wallMs } from '../../when/zones/zones';

export type Problems = Partial<Record<keyof EventForm, string>>;

const limits = newPlannerEventLimits;
const maxTitle = limits.title.maxLength;
const maxLocation = limits.location.maxLength;
// A round number of characters. The server counts bytes, of which letters may have several.
const maxDescription = 10_000;
const maxDescriptionBytes = limits.description.maxLength;
const { maxDays } = limits.endDate;
export const maxLinks = limits.links.maxItems;
export const maxTags = limits.tags.maxItems;
export const maxTagLength = limits.tags.items.maxLength;
export const maxReminders = limits.reminderMinutes.maxItems;
export const maxReminderMinutes = limits.reminderMinutes.items.maximum;
const maxLinkTitle = plannerLinkLimits.title.maxLength;

export function problemsOfForm(form: EventForm, own: string, nowMs = Date.now()): Problems {
  const problems: Problems = { ...problemsOfTimes(form), ...problemsOfTexts(form) };
  if (form.color !== '' && !isColor(form.color))
    problems.color = t.eventEditor.editor.problems.color();
  const rule = form.rrule === '' ? undefined : parseRule(form.rrule).problem;
  if (rule) problems.rrule = rule;
  if (form.tags.length > maxTags)
    problems.tags = t.eventEditor.editor.problems.tags({ max: maxTags });
  if (form.reminders.length > maxReminders) {
    problems.reminders = t.eventEditor.editor.problems.reminders({ max: maxReminders });
  }
  const links = problemOfLinks(form.links);
  if (links) problems.links = links;
  if (form.expires !== '') {
    if (Number.isNaN(wallMs(form.expires)))
      problems.expires = t.eventEditor.editor.problems.dateAndTime();
    else if (instantOf(form.expires, own) <= nowMs) {
      problems.expires = t.eventEditor.editor.problems.past();
    }
  }
  return problems;
}

function problemsOfTexts(form: EventForm): Problems {
  const problems: Problems = {};
  const length = (text: string) => [...text.trim()].length;
  if (length(form.title) === 0) problems.title = t.eventEditor.editor.problems.title();
  if (length(form.title) > maxTitle)
    problems.title = t.eventEditor.editor.problems.characters({ max: maxTitle });
  if (length(form.location) > maxLocation) {
    problems.location = t.eventEditor.editor.problems.characters({ max: maxLocation });
  }
  const bytes = new TextEncoder().encode(form.description.trim()).length;
  if (length(form.description) > maxDescription || bytes > maxDescriptionBytes) {
    problems.description = t.eventEditor.editor.problems.characters({ max: maxDescription });
  }
  return problems;
}

export function problemsOfTimes(form: EventForm): Problems {
  const isYear = (date: string) => date >= '1900-01-01';
  if (!isDate(form.startDate) || !isYear(form.startDate)) {
    return { startDate: t.eventEditor.editor.problems.year() };
  }
  if (!isDate(form.endDate)) return { endDate: t.eventEditor.editor.problems.date() };
  if (form.isAllDay) {
    if (form.endDate < form.startDate) return { endDate: t.eventEditor.editor.problems.lastDay() };
  } else {
    if (!isClock(form.startTime)) return { startTime: t.eventEditor.editor.problems.time() };
    if (!isClock(form.endTime)) return { endTime: t.eventEditor.editor.problems.time() };
    if (form.zone !== '' && !isZone(form.zone))
      return { zone: t.eventEditor.editor.problems.zone() };
    if (form.endZone !== '' && !isZone(form.endZone)) {
      return { endZone: t.eventEditor.editor.problems.zone() };
    }
    if (endOf(form) < startOf(form)) {
      const field = form.endDate < form.startDate ? 'endDate' : 'endTime';
      return { [field]: t.eventEditor.editor.problems.endsFirst() };
    }
  }
  if (daysBetween(form.startDate, form.endDate) >= maxDays) {
    return { endDate: t.eventEditor.editor.problems.tooLong({ max: maxDays }) };
  }
  return {};
}

function startOf(form: EventForm): number {
  const wall = wallOf(form.startDate, form.startTime);
  return form.zone === '' ? wallMs(wall) : instantOf(wall, form.zone);
}

function endOf(form: EventForm): number {
  const wall = wallOf(form.endDate, form.endTime);
  return form.zone === '' ? wallMs(wall) : instantOf(wall, form.endZone || form.zone);
}

function problemOfLinks(links: EventForm['links']): string | undefined {
  if (links.length > maxLinks) return t.eventEditor.editor.problems.links({ max: maxLinks });
  const targets = links.map((link) => link.target.trim());
  const wrong = targets.find((target) => !/^[A-Za-z0-9_-]{1,100}$/.test(target));
  if (wrong !== undefined) {
    return wrong === ''
      ? t.eventEditor.editor.problems.noTarget()
      : t.eventEditor.editor.problems.target({ target: wrong });
  }
  if (new Set(targets).size < targets.length) return t.eventEditor.editor.problems.sameTarget();
  if (links.some((link) => [...link.title.trim()].length > maxLinkTitle)) {
    return t.eventEditor.editor.problems.linkTitle({ max: maxLinkTitle });
  }
  return undefined;
}

// The field of the form to which a problem of the server belongs.
export function fieldOfProblem(field: string, form: EventForm): keyof EventForm | undefined {
  const name = field.replace(/[.[].*$/, '');
  const fields: Record<string, keyof EventForm> = {
    start: 'startTime',
    startLocal: 'startTime',
    startUtc: 'startTime',
    end: form.isAllDay ? 'endDate' : 'endTime',
    endLocal: 'endTime',
    endUtc: 'endTime',
    startTzid: 'zone',
    endTzid: 'endZone',
    rruleUntil: 'rrule',
    reminderMinutes: 'reminders',
    ttl: 'expires',
  };
  const plain = [
    'title',
    'startDate',
    'endDate',
    'rrule',
    'location',
    'description',
    'color',
    'tags',
    'links',
  ] as const;
  return fields[name] ?? plain.find((one) => one === name);
}
