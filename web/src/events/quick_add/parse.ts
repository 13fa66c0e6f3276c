// Reads a line such as "Lunch tomorrow 13:00 #work every week" as an event. Loaded when somebody
// begins to type, because it brings chrono along.

import { takeWhen, type DateContext } from '../../when/words/dates';
import { inTheEvening } from '../../when/words/hours';
import { Line, type Piece } from '../../when/words/line';
import { takeAtPlace, takePlace } from './place';
import { readEnd, ruleText } from '../../when/words/rule_end';
import { resolve } from '../../when/words/resolve';
import { takeRule } from '../../when/words/rule';
import type { Translate } from '../../when/words/translate';
import { takeAllDay, takeDuration, takeReminders, takeRequest, takeTags, takeZone } from './tokens';
import type { EventDraft, WeekStart } from '../types';
import { wallAt } from '../../when/zones/zones';

export interface QuickAddContext {
  nowMs: number;
  // The zone in which the person reads and writes.
  zone: string;
  preferences: { defaultEventDuration: number; weekStart: WeekStart };
  // Whether 5/11 is in November.
  isDayFirst?: boolean;
  // The tags that there are already.
  tags?: readonly string[];
  // Puts the words of a line that say when and how often into English.
  translate?: Translate | undefined;
}

export interface ParsedLine {
  // Without a title when the line has none.
  draft: EventDraft;
  pieces: Piece[];
}

export function parse(text: string, context: QuickAddContext): ParsedLine {
  const today = wallAt(context.nowMs, context.zone).slice(0, 10);
  const line = new Line(text, (reading) => context.translate?.(reading, today) ?? reading);
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
