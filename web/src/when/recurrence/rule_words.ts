// A rule in words: exact, and as one would say it where the rule is one that people have. Days are
// in when every BY part allows them, so that whatever has no words of its own is said as a list of
// what a day has to be.

import type { DateText } from '../../lib/dates';
import { t } from '../../lib/messages';
import { isSubDaily, weekdayIndex, weekdayOf, type Rule, type RuleStart } from './rule_model';
import { ruleFrom } from './rule_text';
import { dayWords } from './rule_word_days';
import {
  dateInWords,
  joined,
  listed,
  ordinalInWords,
  timeInWords,
  weekdayName,
} from './rule_word_parts';
import { timeWords } from './rule_word_times';
import { wallOfUtc } from '../zones/zones';

// "Every 2 weeks on Monday and Wednesday until 24 December 2026". What is no rule is given back.
export function ruleInWords(rrule: string, start: RuleStart, hour12 = false): string {
  const rule = ruleFrom(rrule);
  return rule ? wordsOfRule(rule, start, hour12) : rrule;
}

export function wordsOfRule(rule: Rule, start: RuleStart, hour12 = false): string {
  const days = dayWords(rule, start);
  const sentence = joined(
    days.whole ?? t.recurrence.rule.every[rule.frequency]({ interval: rule.interval }),
    days.rest,
    timeWords(rule, start, hour12),
    positionWords(rule, days.hasPositions === true),
    weekStartWords(rule, start),
  );
  return joined(sentence, endWords(rule, start, hour12, /[,，]/.test(sentence)));
}

function positionWords({ bySetPosition, frequency }: Rule, areSaid: boolean): string {
  if (bySetPosition.length === 0 || areSaid) return '';
  const positions = listed(bySetPosition.map(ordinalInWords));
  return t.recurrence.rule.positions[frequency]({ positions });
}

// Which day a week starts on is said only where another one would change something.
function weekStartWords(rule: Rule, start: RuleStart): string {
  if (rule.weekStart === 'MO' || !doesWeekStartMatter(rule, start)) return '';
  return t.recurrence.rule.weekStart({ day: weekdayName(rule.weekStart) });
}

function doesWeekStartMatter(rule: Rule, start: RuleStart): boolean {
  if (rule.byWeekNumber.length > 0) return true;
  if (rule.frequency !== 'WEEKLY') return false;
  if (rule.interval === 1 && rule.bySetPosition.length === 0) return false;
  const days = [weekdayOf(start.date), ...rule.byDay.map((day) => day.weekday)];
  // The days before it are in another week than those from it on, in place of in the same one.
  const isBefore = days.map((day) => weekdayIndex(day) < weekdayIndex(rule.weekStart));
  return isBefore.includes(true) && isBefore.includes(false);
}

function endWords(rule: Rule, start: RuleStart, hour12: boolean, isLong: boolean): string {
  if (rule.count !== undefined) return t.recurrence.rule.times({ count: rule.count });
  if (rule.until === undefined) return '';
  const day = untilInWords(rule, rule.until, start, hour12);
  return isLong ? t.recurrence.rule.untilAfterComma({ day }) : t.recurrence.rule.until({ day });
}

// The last day; with the time only where it cuts something off that day.
function untilInWords(rule: Rule, until: string, start: RuleStart, hour12: boolean): string {
  const [, year, month, day, hour, minute, second, utc] =
    /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})(\d{2})(Z?))?$/.exec(until) ?? [];
  const date = `${year}-${month}-${day}`;
  if (hour === undefined || start.isAllDay) return dayInWords(date);
  const written = `${date}T${hour}:${minute}:${second === '60' ? '59' : second}`;
  // A time in UTC of which nobody said where it is to be read.
  const isForeign = utc === 'Z' && start.tzid === undefined;
  const wall = utc === 'Z' && start.tzid ? wallOfUtc(`${written}Z`, start.tzid) : written;
  const [wallDate = date, wallTime = ''] = wall.split('T');
  if (!isForeign && wallTime >= latestTime(rule, start)) return dayInWords(wallDate);
  const [atHour = 0, atMinute = 0, atSecond = 0] = wallTime.split(':').map(Number);
  const time = timeInWords(atHour, atMinute, atSecond, hour12);
  const when = { day: dayInWords(wallDate), time };
  return isForeign ? t.recurrence.rule.dayAndTimeUtc(when) : t.recurrence.rule.dayAndTime(when);
}

// Nothing of a day is later than this.
function latestTime(rule: Rule, { time }: RuleStart): string {
  const hasOwnTimes = rule.byHour.length + rule.byMinute.length + rule.bySecond.length > 0;
  if (time === undefined || hasOwnTimes || isSubDaily(rule)) return '23:59';
  return time.length === 5 ? `${time}:00` : time;
}

function dayInWords(date: DateText): string {
  return dateInWords(Number(date.slice(0, 4)), Number(date.slice(5, 7)), Number(date.slice(8, 10)));
}
