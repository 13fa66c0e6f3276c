// When the start of something that repeats moves to another day, a rule that was about that day moves
// along: weekly on Monday becomes weekly on Tuesday. A rule about other days stays as it is.

import { filledIn } from './rule_choices';
import {
  dayOfMonth,
  everyOf,
  isLastDayOfMonth,
  isLastInMonth,
  monthOf,
  ordinalInMonth,
  weekdayOf,
  type OrdinalDay,
  type Rule,
  type RuleStart,
} from './rule_model';
import { ruleFrom, textOfRule } from './rule_text';
import { withUntilFor } from './rule_until';

export function followStart(rrule: string, before: RuleStart, after: RuleStart): string {
  const rule = rrule === '' ? undefined : ruleFrom(rrule);
  if (!rule) return rrule;
  const ended = withUntilFor(rule, before, after);
  const moved = before.date === after.date ? ended : movedRule(ended, before, after);
  return moved === rule ? rrule : textOfRule(moved);
}

function movedRule(rule: Rule, before: RuleStart, after: RuleStart): Rule {
  const whole = filledIn(rule, before);
  // What says nothing about days follows by itself.
  if (rule.byDay.length + rule.byMonthDay.length === 0 || hasMore(rule)) return rule;
  switch (rule.frequency) {
    case 'WEEKLY':
      return isOwnWeekday(rule, before)
        ? { ...rule, byDay: everyOf([weekdayOf(after.date)]) }
        : rule;
    case 'MONTHLY':
      return rule.byMonth.length === 0 ? movedInMonth(rule, before, after) : rule;
    case 'YEARLY': {
      const isOwnMonth = whole.byMonth.length === 1 && whole.byMonth[0] === monthOf(before.date);
      const moved = isOwnMonth ? movedInMonth(rule, before, after) : rule;
      return moved === rule ? rule : { ...moved, byMonth: [monthOf(after.date)] };
    }
    default:
      return rule;
  }
}

function hasMore(rule: Rule): boolean {
  return rule.bySetPosition.length + rule.byYearDay.length + rule.byWeekNumber.length > 0;
}

function isOwnWeekday(rule: Rule, before: RuleStart): boolean {
  const [day] = rule.byDay;
  return rule.byDay.length === 1 && day?.weekday === weekdayOf(before.date);
}

function movedInMonth(rule: Rule, { date }: RuleStart, after: RuleStart): Rule {
  const [monthDay] = rule.byMonthDay;
  const [day] = rule.byDay;
  if (rule.byMonthDay.length + rule.byDay.length !== 1) return rule;
  if (monthDay === dayOfMonth(date)) return { ...rule, byMonthDay: [dayOfMonth(after.date)] };
  if (monthDay === -1 && isLastDayOfMonth(date)) {
    return { ...rule, byMonthDay: [isLastDayOfMonth(after.date) ? -1 : dayOfMonth(after.date)] };
  }
  if (day && isPlaceOf(day, date)) return { ...rule, byDay: [placeOf(day, after.date)] };
  return rule;
}

function isPlaceOf({ ordinal, weekday }: OrdinalDay, date: string): boolean {
  if (weekday !== weekdayOf(date)) return false;
  return ordinal === ordinalInMonth(date) || (ordinal === -1 && isLastInMonth(date));
}

// The last one stays the last one as long as it can.
function placeOf({ ordinal }: OrdinalDay, date: string): OrdinalDay {
  const weekday = weekdayOf(date);
  const isLast = isLastInMonth(date) && (ordinal === -1 || ordinalInMonth(date) === 5);
  return { ordinal: isLast ? -1 : ordinalInMonth(date), weekday };
}
