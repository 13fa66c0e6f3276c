// The fields of a rule that somebody puts together, and the rule that comes of them. Rules with more
// in them than there are fields for stay as they are: as text.

import { addMonths, isDate, type DateText } from '../../lib/dates';
import { locale } from '../../lib/locale';
import { t } from '../../lib/messages';
import { filledIn, leanRule, monthly, yearlyPlaces, type Choice } from './rule_choices';
import {
  everyOf,
  ruleOf,
  weekdayOf,
  weekdays,
  type Rule,
  type RuleStart,
  type Weekday,
} from './rule_model';
import { ruleFrom, textOfRule } from './rule_text';
import { isWholeDay, lastDayOf, untilText } from './rule_until';
import { dayWords } from './rule_word_days';

export const customFrequencies = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const;
export type CustomFrequency = (typeof customFrequencies)[number];

export interface CustomForm {
  interval: number;
  frequency: CustomFrequency;
  days: Weekday[];
  // Which day of the month or year, as a rule without anything else; empty until there is one.
  place: string;
  end: 'never' | 'date' | 'count';
  lastDay: DateText;
  count: number;
}

const usualCount = 10;
const monthsAhead = 3;

export function customOf(rrule: string, start: RuleStart): CustomForm | undefined {
  const found = ruleFrom(rrule);
  const rule = found && filledIn(found, start);
  const frequency = customFrequencies.find((one) => one === rule?.frequency);
  if (!rule || !frequency || !hasOnlyFields(rule, start)) return undefined;
  const place = { ...rule, interval: 1, weekStart: 'MO' as const };
  delete place.count;
  delete place.until;
  return {
    interval: rule.interval,
    frequency,
    days: frequency === 'WEEKLY' ? rule.byDay.map((day) => day.weekday) : [weekdayOf(start.date)],
    place: frequency === 'MONTHLY' || frequency === 'YEARLY' ? textOfRule(place) : '',
    end: rule.until !== undefined ? 'date' : rule.count !== undefined ? 'count' : 'never',
    lastDay: rule.until ? lastDayOf(rule.until, start) : addMonths(start.date, monthsAhead),
    count: rule.count ?? usualCount,
  };
}

function hasOnlyFields(rule: Rule, start: RuleStart): boolean {
  const others = [rule.bySecond, rule.byMinute, rule.byHour, rule.byYearDay, rule.byWeekNumber];
  if ([...others, rule.bySetPosition].some((part) => part.length > 0)) return false;
  if (rule.until !== undefined && !isWholeDay(rule.until, start)) return false;
  const places = rule.byDay.length + rule.byMonthDay.length;
  switch (rule.frequency) {
    case 'DAILY':
      return places === 0 && rule.byMonth.length === 0;
    case 'WEEKLY':
      return rule.byMonth.length === 0;
    case 'MONTHLY':
      return places === 1 && rule.byMonth.length === 0 && !hasEveryWeekday(rule);
    default:
      return places === 1 && rule.byMonth.length === 1 && !hasEveryWeekday(rule);
  }
}

function hasEveryWeekday(rule: Rule): boolean {
  return rule.byDay.some((day) => day.ordinal === 0);
}

// `firstDay` is that of the person's week (0 is Sunday).
export function ruleOfCustom(form: CustomForm, start: RuleStart, firstDay: number): string {
  const place = ruleFrom(form.place);
  const isPlaced = form.frequency === 'MONTHLY' || form.frequency === 'YEARLY';
  const rule =
    isPlaced && place?.frequency === form.frequency
      ? place
      : (placesFor(form.frequency, start)[0] ?? ruleOf(form.frequency));
  rule.interval = form.interval;
  if (form.frequency === 'WEEKLY') {
    rule.byDay = everyOf(weekdays.filter((day) => form.days.includes(day)));
    // It says which of several days are in the same week.
    if (form.interval > 1 && form.days.length > 1) {
      rule.weekStart = weekdays[(firstDay + 6) % 7] ?? 'MO';
    }
  }
  if (form.end === 'count') rule.count = form.count;
  if (form.end === 'date' && isDate(form.lastDay)) rule.until = untilText(form.lastDay, start);
  return textOfRule(leanRule(rule, start));
}

function placesFor(frequency: CustomFrequency, start: RuleStart): Rule[] {
  if (frequency === 'MONTHLY') return monthly(start);
  return frequency === 'YEARLY' ? yearlyPlaces(start) : [];
}

// What a month or a year offers for the start, and what is chosen already.
export function placesOf(form: CustomForm, start: RuleStart): Choice[] {
  const chosen = ruleFrom(form.place);
  const rules = placesFor(form.frequency, start);
  const texts = rules.map(textOfRule);
  if (chosen?.frequency === form.frequency && !texts.includes(textOfRule(chosen))) {
    rules.unshift(chosen);
  }
  return rules.map((rule) => ({
    rrule: textOfRule(rule),
    label: standing(dayWords(rule, start).rest),
  }));
}

// Words that went on a sentence, as the beginning of one: "on day 17", "的 17 日".
function standing(words: string): string {
  const own = words.replace(/^的/, '').trim();
  return own.charAt(0).toLocaleUpperCase(locale()) + own.slice(1);
}

// What is wrong with the fields, before they make a rule.
export function problemOfCustom(form: CustomForm, start: RuleStart): string | undefined {
  const isCount = (number: number, most: number) =>
    Number.isInteger(number) && number >= 1 && number <= most;
  if (!isCount(form.interval, 999)) return t.recurrence.editor.problems.interval();
  if (form.frequency === 'WEEKLY' && form.days.length === 0)
    return t.recurrence.editor.problems.weekday();
  if (form.end === 'count' && !isCount(form.count, 10_000)) {
    return t.recurrence.editor.problems.count();
  }
  if (form.end !== 'date') return undefined;
  if (!isDate(form.lastDay)) return t.recurrence.editor.problems.lastDay();
  return form.lastDay < start.date ? t.recurrence.editor.problems.lastDayFirst() : undefined;
}
