// The first day of a series: a rule counts from its start, so the start has to be one of its days.

import { addDays, endOfMonth, type DateText } from '../../lib/dates';
import { dayOfMonth, ordinalInMonth, weekdayOf, type Rule } from '../recurrence/rule_model';

// Of all rules that can be said in a line, the rarest day is a fifth one of the week in every few
// months, or a 31st.
const maxDays = 800;

export function firstDay(rule: Rule, from: DateText): DateText {
  for (let days = 0; days < maxDays; days++) {
    const date = addDays(from, days);
    if (isDayOf(rule, date)) return date;
  }
  return from;
}

function isDayOf(rule: Rule, date: DateText): boolean {
  const last = dayOfMonth(endOfMonth(date));
  const day = dayOfMonth(date);
  if (rule.byMonthDay.length > 0) {
    return rule.byMonthDay.some((wanted) => (wanted < 0 ? last + 1 + wanted : wanted) === day);
  }
  if (rule.byDay.length === 0) return true;
  const weekday = weekdayOf(date);
  const fits = rule.byDay.some((wanted) => {
    if (wanted.weekday !== weekday) return false;
    if (wanted.ordinal === 0) return true;
    const fromEnd = -Math.ceil((last + 1 - day) / 7);
    return wanted.ordinal === ordinalInMonth(date) || wanted.ordinal === fromEnd;
  });
  if (!fits || rule.bySetPosition.length === 0) return fits;
  // Only the last one of the month can be said: no later day of the month may fit too.
  return !Array.from({ length: last - day }, (_, index) => addDays(date, index + 1)).some((later) =>
    rule.byDay.some((wanted) => wanted.weekday === weekdayOf(later)),
  );
}
