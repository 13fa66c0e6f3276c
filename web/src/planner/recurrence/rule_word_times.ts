// The times of day of a rule in words. Where a rule comes once a day or less often, BYHOUR, BYMINUTE
// and BYSECOND are clock times; where it comes more often, they say which hours, minutes and seconds.

import type { Rule, RuleStart } from './rule_model';
import { listed, numbersInWords, timeInWords } from './rule_word_parts';

// So many times of a day can be read in one breath.
const maxTimes = 8;

export function timeWords(rule: Rule, start: RuleStart, hour12: boolean): string {
  switch (rule.frequency) {
    case 'HOURLY':
      return joined(
        limit('hour', rule.byHour),
        at('minute', rule.byMinute),
        at('second', rule.bySecond),
      );
    case 'MINUTELY':
      return joined(
        limit('hour', rule.byHour),
        limit('minute', rule.byMinute),
        at('second', rule.bySecond),
      );
    case 'SECONDLY':
      return joined(
        limit('hour', rule.byHour),
        limit('minute', rule.byMinute),
        limit('second', rule.bySecond),
      );
    default:
      return clockTimes(rule, start, hour12);
  }
}

function clockTimes(rule: Rule, start: RuleStart, hour12: boolean): string {
  const { byHour, byMinute, bySecond } = rule;
  if (byHour.length + byMinute.length + bySecond.length === 0) return '';
  const asNumbers = joined(at('hour', byHour), at('minute', byMinute), at('second', bySecond));
  // What the rule leaves open is as in the start; without one, it stays open.
  if (start.isAllDay || start.time === undefined) return asNumbers;
  const [hour = 0, minute = 0, second = 0] = start.time.split(':').map(Number);
  const hours = byHour.length > 0 ? byHour : [hour];
  const minutes = byMinute.length > 0 ? byMinute : [minute];
  const seconds = bySecond.length > 0 ? bySecond : [second];
  if (hours.length * minutes.length * seconds.length > maxTimes) return asNumbers;
  const times = hours.flatMap((one) =>
    minutes.flatMap((two) => seconds.map((three) => timeInWords(one, two, three, hour12))),
  );
  return `at ${listed(times)}`;
}

// "at minutes 0 and 30".
function at(unit: string, values: readonly number[]): string {
  if (values.length === 0) return '';
  return `at ${unit}${values.length === 1 ? '' : 's'} ${numbersInWords(values)}`;
}

// "only in hours 9 to 17".
function limit(unit: string, values: readonly number[]): string {
  if (values.length === 0) return '';
  return `only in ${unit}${values.length === 1 ? '' : 's'} ${numbersInWords(values)}`;
}

function joined(...parts: string[]): string {
  return parts.filter((part) => part !== '').join(', ');
}
