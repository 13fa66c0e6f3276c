// What is offered for a start: the rules that most events have. The start says which weekday, which
// day of the month, and whether it is the third or the last Sunday.

import { t } from '../../lib/messages';
import {
  areDays,
  dayOfMonth,
  everyOf,
  isLastDayOfMonth,
  isLastInMonth,
  monthOf,
  ordinalInMonth,
  ruleOf,
  weekdayOf,
  workdays,
  type Rule,
  type RuleStart,
} from './rule_model';
import { ruleFrom, textOfRule } from './rule_text';
import { dayWords } from './rule_word_days';
import { joined } from './rule_word_parts';

export interface Choice {
  // The rule; empty for none.
  rrule: string;
  label: string;
}

export function choicesOf(start: RuleStart): Choice[] {
  return [
    { rrule: '', label: t.recurrence.editor.none() },
    { rrule: 'FREQ=DAILY', label: t.recurrence.editor.daily() },
    { rrule: 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR', label: t.recurrence.editor.weekdays() },
    ...[weekly(start), ...monthly(start), yearly(start)].map((rule) => ({
      rrule: textOfRule(leanRule(rule, start)),
      label: labelOf(rule, start),
    })),
  ];
}

function weekly({ date }: RuleStart): Rule {
  return ruleOf('WEEKLY', { byDay: everyOf([weekdayOf(date)]) });
}

// By the day; by the weekday and its place; by the last one of it; on the last day.
export function monthly({ date }: RuleStart): Rule[] {
  const weekday = weekdayOf(date);
  const ordinal = ordinalInMonth(date);
  return [
    ruleOf('MONTHLY', { byMonthDay: [dayOfMonth(date)] }),
    ...(isLastDayOfMonth(date) ? [ruleOf('MONTHLY', { byMonthDay: [-1] })] : []),
    // Not every month has a fifth one.
    ...(ordinal < 5 ? [ruleOf('MONTHLY', { byDay: [{ ordinal, weekday }] })] : []),
    ...(isLastInMonth(date) ? [ruleOf('MONTHLY', { byDay: [{ ordinal: -1, weekday }] })] : []),
  ];
}

function yearly({ date }: RuleStart): Rule {
  return ruleOf('YEARLY', { byMonth: [monthOf(date)], byMonthDay: [dayOfMonth(date)] });
}

export function yearlyPlaces(start: RuleStart): Rule[] {
  const byMonth = [monthOf(start.date)];
  return monthly(start).map((rule) => ({ ...rule, frequency: 'YEARLY', byMonth }));
}

type Offered = 'WEEKLY' | 'MONTHLY' | 'YEARLY';

// "Monthly on the third Sunday", without the exceptions behind a comma.
function labelOf(rule: Rule, start: RuleStart): string {
  const adverb = t.recurrence.editor.adverbs[rule.frequency as Offered]();
  return joined(adverb, dayWords(rule, start).rest).replace(/[,，].*$/, '');
}

// The rule with all that it takes from the start written down, so that two can be compared.
export function filledIn(rule: Rule, { date }: RuleStart): Rule {
  const hasDay = rule.byDay.length + rule.byMonthDay.length + rule.byYearDay.length > 0;
  if (rule.frequency === 'DAILY' && rule.interval === 1 && areDays(rule.byDay, workdays)) {
    return { ...rule, frequency: 'WEEKLY' };
  }
  if (hasDay || rule.byWeekNumber.length > 0) return rule;
  switch (rule.frequency) {
    case 'WEEKLY':
      return { ...rule, byDay: everyOf([weekdayOf(date)]) };
    case 'MONTHLY':
      return { ...rule, byMonthDay: [dayOfMonth(date)] };
    case 'YEARLY': {
      const byMonth = rule.byMonth.length > 0 ? rule.byMonth : [monthOf(date)];
      return { ...rule, byMonth, byMonthDay: [dayOfMonth(date)] };
    }
    default:
      return rule;
  }
}

// Every year on the day of the start is said best by not saying it: then it moves when the start does.
export function leanRule(rule: Rule, { date, isLater }: RuleStart): Rule {
  const { frequency, byMonth, byMonthDay, byDay } = rule;
  if (isLater || frequency !== 'YEARLY' || byDay.length > 0) return rule;
  const isOwn = (part: number[], own: number) => part.length === 1 && part[0] === own;
  const isDayOfStart = isOwn(byMonth, monthOf(date)) && isOwn(byMonthDay, dayOfMonth(date));
  return isDayOfStart ? { ...rule, byMonth: [], byMonthDay: [] } : rule;
}

// Which of the choices a rule is; undefined for one that is none of them.
export function choiceOf(rrule: string, choices: readonly Choice[], start: RuleStart) {
  if (rrule === '') return choices.find((choice) => choice.rrule === '');
  const rule = ruleFrom(rrule);
  if (!rule) return undefined;
  const whole = (one: Rule) => textOfRule(withoutWeekStart(filledIn(one, start)));
  return choices.find((choice) => {
    const offered = ruleFrom(choice.rrule);
    return offered !== undefined && whole(offered) === whole(rule);
  });
}

// Where a rule is for every week, it does not matter which day weeks start on.
function withoutWeekStart(rule: Rule): Rule {
  const doesMatter = rule.interval > 1 || rule.byWeekNumber.length + rule.bySetPosition.length > 0;
  return doesMatter ? rule : { ...rule, weekStart: 'MO' };
}
