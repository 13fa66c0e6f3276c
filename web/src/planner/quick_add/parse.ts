// Reads a line such as "Lunch tomorrow 13:00 #work every week" as an event. Loaded when somebody
// begins to type, because it brings chrono along.

import { addDays } from '../../lib/dates';
import { leadingDate, takeWhen, type DateContext } from './dates';
import { inTheEvening } from './hours';
import { Line, type Piece } from './line';
import { takeAtPlace, takePlace } from './place';
import { moved, resolve, type Span } from './resolve';
import { takeCount, takeRule, untilIn } from './rule';
import {
  takeAllDay,
  takeDuration,
  takeReminders,
  takeRequest,
  takeTags,
  takeZone,
  type Duration,
} from './tokens';
import type { Rule } from '../recurrence/rule_model';
import { textOfRule } from '../recurrence/rule_text';
import type { EventDraft, WeekStart } from '../types';
import { utcOf, wallAt } from '../zones/zones';

export interface QuickAddContext {
  nowMs: number;
  // The zone in which the person reads and writes.
  zone: string;
  preferences: { defaultEventDuration: number; weekStart: WeekStart };
  // Whether 5/11 is in November.
  isDayFirst?: boolean;
  // The tags that there are already.
  tags?: readonly string[];
}

export interface ParsedLine {
  // Without a title when the line has none.
  draft: EventDraft;
  pieces: Piece[];
}

export function parse(text: string, context: QuickAddContext): ParsedLine {
  const line = new Line(text);
  const today = wallAt(context.nowMs, context.zone).slice(0, 10);
  const dates: DateContext = { today, isDayFirst: context.isDayFirst ?? true };
  takeRequest(line);
  const tags = takeTags(line, context.tags);
  const reminderMinutes = takeReminders(line);
  const tzid = takeZone(line);
  const zone = tzid ?? context.zone;
  const rule = takeRule(line);
  if (rule) {
    if (context.preferences.weekStart === 0 && rule.interval > 1) rule.weekStart = 'SU';
    readEnd(line, rule, dates);
  }
  const duration = takeDuration(line);
  const place = takePlace(line, dates);
  const said = takeWhen(line, { ...dates, hasRule: rule !== undefined });
  if (said.time === undefined) takeAllDay(line);
  const when = inTheEvening(said, line.title);
  const location = place ?? takeAtPlace(line);
  const defaultMinutes = context.preferences.defaultEventDuration;
  const span = resolve(
    { when, rule, duration },
    { nowMs: context.nowMs, today, zone, defaultMinutes },
  );

  const draft: EventDraft = { ...span };
  if (line.title !== '') draft.title = line.title;
  if (location) draft.location = location;
  if (rule) draft.rrule = ruleText(rule, span, duration, zone);
  if (tags.length > 0) draft.tags = tags;
  if (reminderMinutes) draft.reminderMinutes = reminderMinutes;
  if (tzid !== undefined && !span.isAllDay) draft.tzid = tzid;
  return { draft, pieces: line.pieces };
}

// "10 times", "until 24 dec". The day is kept as text until it is known whether the event has a time.
function readEnd(line: Line, rule: Rule, dates: DateContext): void {
  const until = untilIn(line);
  const last = until && leadingDate(until.text, dates);
  if (until && last) {
    line.take(until.start, until.textStart + last.length, 'rule');
    rule.until = last.date;
    return;
  }
  const count = takeCount(line);
  if (count !== undefined) rule.count = count;
}

// The end of a series is a day; RFC 5545 wants it in UTC where the event has a time and a zone.
function ruleText(rule: Rule, span: Span, duration: Duration | undefined, zone: string): string {
  const first = span.start.slice(0, 10);
  let last = rule.until;
  if (duration && duration.unit !== 'minute' && last === undefined && rule.count === undefined) {
    last = addDays(moved(first, duration), -1);
  }
  // "until 24 dec", said in a year whose 24 December is before the first one.
  while (last !== undefined && last < first) last = moved(last, { unit: 'year', amount: 1 });
  if (last === undefined) return textOfRule(rule);
  const until = span.isAllDay
    ? last.replaceAll('-', '')
    : utcOf(`${last}T23:59:59`, zone).replace(/[-:]/g, '');
  return textOfRule({ ...rule, until });
}
