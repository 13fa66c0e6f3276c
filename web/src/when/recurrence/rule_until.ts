// The end of a rule by its last day. It is written as RFC 5545 wants it: a day for whole days, a time
// on the wall where times float, and otherwise a moment in UTC.

import type { DateText } from '../../lib/dates';
import type { Rule, RuleStart } from './rule_model';
import { utcOf, wallOfUtc } from '../zones/zones';

const endOfDay = '23:59:59';

export function untilText(lastDay: DateText, start: RuleStart): string {
  const plain = lastDay.replaceAll('-', '');
  if (start.isAllDay) return plain;
  const moment = start.tzid
    ? utcOf(`${lastDay}T${endOfDay}`, start.tzid)
    : `${lastDay}T${endOfDay}`;
  return moment.replaceAll(/[-:]/g, '');
}

// The day on which the end is, where the event is.
export function lastDayOf(until: string, start: RuleStart): DateText {
  const date = `${until.slice(0, 4)}-${until.slice(4, 6)}-${until.slice(6, 8)}`;
  if (!until.endsWith('Z') || start.isAllDay || !start.tzid) return date;
  const time = `${until.slice(9, 11)}:${until.slice(11, 13)}:${until.slice(13, 15)}`;
  return wallOfUtc(`${date}T${time}Z`, start.tzid).slice(0, 10);
}

// Whether the end is the end of a day and nothing finer.
export function isWholeDay(until: string, start: RuleStart): boolean {
  return until.length === 8 || untilText(lastDayOf(until, start), start) === until;
}

// The same last day, for an event that is in another zone now or has become one of whole days.
export function withUntilFor(rule: Rule, before: RuleStart, after: RuleStart): Rule {
  const isSame = before.isAllDay === after.isAllDay && before.tzid === after.tzid;
  if (rule.until === undefined || isSame) return rule;
  return { ...rule, until: untilText(lastDayOf(rule.until, before), after) };
}
