// Where a series ends, and the rule as it is kept.

import { addDays } from '../../lib/dates';
import type { Rule } from '../recurrence/rule_model';
import { textOfRule } from '../recurrence/rule_text';
import { utcOf } from '../zones/zones';
import { leadingDate, type DateContext } from './dates';
import type { Line } from './line';
import { moved, type Duration, type Span } from './resolve';
import { takeCount, untilIn } from './rule';

// "10 times", "until 24 dec". The day is kept as text until it is known whether the event has a time.
export function readEnd(line: Line, rule: Rule, dates: DateContext): void {
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
export function ruleText(
  rule: Rule,
  span: Span,
  duration: Duration | undefined,
  zone: string,
): string {
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
