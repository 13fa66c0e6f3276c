// The times of day of a rule in words. Where a rule comes once a day or less often, BYHOUR, BYMINUTE
// and BYSECOND are clock times; where it comes more often, they say which hours, minutes and seconds.

import { t } from '../../lib/messages';
import type { Rule, RuleStart } from './rule_model';
import { listed, numbersInWords, timeInWords } from './rule_word_parts';

// So many times of a day can be read in one breath.
const maxTimes = 8;

type Words = Record<'hour' | 'minute' | 'second', (values: Values) => string>;
interface Values {
  count: number;
  numbers: string;
}

// "at minutes 0 and 30".
const at: Words = {
  hour: (values) => t.recurrence.rule.atHours(values),
  minute: (values) => t.recurrence.rule.atMinutes(values),
  second: (values) => t.recurrence.rule.atSeconds(values),
};

// "only in hours 9 to 17".
const only: Words = {
  hour: (values) => t.recurrence.rule.onlyHours(values),
  minute: (values) => t.recurrence.rule.onlyMinutes(values),
  second: (values) => t.recurrence.rule.onlySeconds(values),
};

export function timeWords(rule: Rule, start: RuleStart, hour12: boolean): string {
  const { byHour, byMinute, bySecond } = rule;
  switch (rule.frequency) {
    case 'HOURLY':
      return said([only.hour, byHour], [at.minute, byMinute], [at.second, bySecond]);
    case 'MINUTELY':
      return said([only.hour, byHour], [only.minute, byMinute], [at.second, bySecond]);
    case 'SECONDLY':
      return said([only.hour, byHour], [only.minute, byMinute], [only.second, bySecond]);
    default:
      return clockTimes(rule, start, hour12);
  }
}

function clockTimes(rule: Rule, start: RuleStart, hour12: boolean): string {
  const { byHour, byMinute, bySecond } = rule;
  if (byHour.length + byMinute.length + bySecond.length === 0) return '';
  const asNumbers = said([at.hour, byHour], [at.minute, byMinute], [at.second, bySecond]);
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
  return t.recurrence.rule.atTimes({ times: listed(times) });
}

// One after the other, with commas between them.
function said(...parts: [(values: Values) => string, readonly number[]][]): string {
  return parts
    .filter(([, values]) => values.length > 0)
    .map(([words, values]) => words({ count: values.length, numbers: numbersInWords(values) }))
    .reduce((text, part) => {
      if (text === '' || part.startsWith('，')) return text + part;
      return `${text}, ${part}`;
    }, '');
}
