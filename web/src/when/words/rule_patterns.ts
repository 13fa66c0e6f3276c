// How people say that something repeats: "every 2 weeks on monday and thursday", "the last friday of
// every month", "mondays". The first pattern that fits counts.

import {
  everyOf,
  ruleOf,
  weekdays,
  weekendDays,
  workdays,
  type Rule,
  type Weekday,
} from '../recurrence/rule_model';

export const dayPattern =
  '(?:mon(?:day)?|tue(?:s(?:day)?)?|wed(?:nesday)?|thu(?:r(?:s(?:day)?)?)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?)s?';
export const separator = '(?: ?(?:,|/|&|\\+) ?(?:and )?| (?:and|or) )';
const dayList = `${dayPattern}(?:${separator}${dayPattern})*`;
const through = ' ?(?:-|–|to|through) ?';
const ordinal = '(?:first|second|third|fourth|fifth|last|1st|2nd|3rd|4th|5th)';
const ordinalList = `${ordinal}(?:${separator}${ordinal})*`;
const dateOrdinal = '\\d{1,2}(?:st|nd|rd|th)';
const dateOrdinals = `${dateOrdinal}(?:${separator}(?:the )?${dateOrdinal})*`;
const month =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)';
const ofMonth = '(?: (?:of|in) (?:the|every|each|a) month)';
export const amount = '(?:\\d{1,3}|two|three|four|five|six)';
const every = '\\b(?:every|each) ';
const end = '(?![\\p{L}\\p{N}])';

export interface Pattern {
  pattern: RegExp;
  // Undefined: these words are none, after all.
  rule: (groups: Record<string, string | undefined>) => Rule | undefined;
}

export function words(text: string): RegExp {
  return new RegExp(`${text}${end}`, 'iu');
}

export const patterns: readonly Pattern[] = [
  {
    pattern: words(`${every}day (?:except|but)(?: on)? (?<days>${dayList}|weekends?)`),
    rule: ({ days }) => ruleOf('WEEKLY', { byDay: everyOf(otherDays(days)) }),
  },
  {
    pattern: words(`\\b(?:on )?(?:the )?last day of (?:every|each) month`),
    rule: () => ruleOf('MONTHLY', { byMonthDay: [-1] }),
  },
  {
    pattern: words(
      `\\b(?:on )?(?:the )?(?<ordinals>${ordinalList}) (?<days>${dayList}) of (?:every|each) month`,
    ),
    rule: ({ ordinals, days }) => ordinalRule(ordinals, days),
  },
  {
    pattern: words(`\\b(?:on )?(?:the )?(?<dates>${dateOrdinals}) of (?:every|each) month`),
    rule: ({ dates }) => monthDays(dates),
  },
  {
    pattern: words(`${every}(?:the )?last (?<what>day|weekday|workday)${ofMonth}?`),
    rule: ({ what }) =>
      what?.toLowerCase() === 'day'
        ? ruleOf('MONTHLY', { byMonthDay: [-1] })
        : ruleOf('MONTHLY', { byDay: everyOf(workdays), bySetPosition: [-1] }),
  },
  {
    pattern: words(
      `${every}(?:the )?(?<ordinals>${ordinalList}) (?<days>${dayList})(?<of>${ofMonth})?`,
    ),
    rule: ordinalDays,
  },
  {
    pattern: words(
      `${every}(?:the )?(?<dates>${dateOrdinals})(?: day)?(?! (?:of )?${month})${ofMonth}?`,
    ),
    rule: ({ dates }) => monthDays(dates),
  },
  {
    pattern: words(`${every}other (?<days>${dayList})`),
    rule: ({ days }) => ruleOf('WEEKLY', { interval: 2, byDay: everyOf(daysOf(days)) }),
  },
  {
    pattern: words(
      `${every}(?:(?<amount>${amount}|other|second|third) )?months?(?: on)?(?: the)? (?<ordinals>${ordinalList}) (?<days>${dayList})`,
    ),
    rule: ({ amount: number, ordinals, days }) => ordinalRule(ordinals, days, intervalOf(number)),
  },
  {
    pattern: words(
      `${every}(?:(?<amount>${amount}|other|second|third) )?months?(?: on)?(?: the)? (?<dates>${dateOrdinals})(?! (?:of )?${month})`,
    ),
    rule: ({ amount: number, dates }) => monthDays(dates, intervalOf(number)),
  },
  {
    pattern: words(
      `${every}(?:(?<amount>${amount}|other|second|third) )?weeks?(?: on)? (?<days>${dayList})`,
    ),
    rule: ({ amount: number, days }) =>
      ruleOf('WEEKLY', { interval: intervalOf(number), byDay: everyOf(daysOf(days)) }),
  },
  {
    pattern: words(`${every}(?<what>weekday|workday|working day|weekend)s?`),
    rule: ({ what }) =>
      ruleOf('WEEKLY', { byDay: everyOf(/end/i.test(what ?? '') ? weekendDays : workdays) }),
  },
  {
    pattern: words(
      `${every}(?:(?<amount>${amount}|other|second|third|fourth) )?(?<unit>hour|day|week|month|quarter|year)s?`,
    ),
    rule: ({ amount: number, unit }) => everyUnit(unit, intervalOf(number)),
  },
  {
    // "every mon-fri"; and without the "every" where a time stands beside it: "mon-fri 9:15".
    pattern: words(
      `(?:${every}(?<from>${dayPattern})${through}(?<to>${dayPattern})|(?<!\\S)(?<first>${dayPattern})${through}(?<last>${dayPattern})(?=,? (?:at |@ ?|from )?\\d{1,2}(?:[:.]\\d\\d| ?[ap]m|h\\b|-\\d)))`,
    ),
    rule: ({ from, to, first = from, last = to }) =>
      ruleOf('WEEKLY', { byDay: everyOf(daysBetween(first, last)) }),
  },
  { pattern: words(`${every}(?<days>${dayList})`), rule: ({ days }) => weekly(days) },
  {
    // "every 24 december": the day itself is a date.
    pattern: new RegExp(
      `${every}(?=(?:\\d{1,2}(?:st|nd|rd|th)? (?:of )?${month}|${month} \\d{1,2})\\b)`,
      'iu',
    ),
    rule: () => ruleOf('YEARLY'),
  },
  {
    pattern: words(`\\b(?:on )?(?<days>${pluralDays()})`),
    rule: ({ days }) => weekly(days),
  },
  {
    // "mon/wed/fri".
    pattern: words(`(?<!\\S)(?<days>${dayPattern}(?:/${dayPattern})+)`),
    rule: ({ days }) => weekly(days),
  },
  {
    pattern: words('\\b(?:on )?(?:weekdays|workdays)'),
    rule: () => ruleOf('WEEKLY', { byDay: everyOf(workdays) }),
  },
];

// "fri-mon" goes over the end of the week.
function daysBetween(first: string | undefined, last: string | undefined): Weekday[] {
  const [from, to] = [first, last].map((day) => daysOf(day)[0] ?? 'MO');
  const start = weekdays.findIndex((day) => day === from);
  const turned = [...weekdays.slice(start), ...weekdays.slice(0, start)];
  return turned.slice(0, turned.findIndex((day) => day === to) + 1);
}

function otherDays(list = ''): Weekday[] {
  const without = /^weekend/i.test(list) ? weekendDays : daysOf(list);
  return weekdays.filter((day) => !without.includes(day));
}

function pluralDays(): string {
  const one = '(?:mon|tues|wednes|thurs|fri|satur|sun)days';
  return `${one}(?:${separator}${one})*`;
}

function weekly(days: string | undefined): Rule {
  return ruleOf('WEEKLY', { byDay: everyOf(daysOf(days)) });
}

// "every second friday" is every other week, unless it is of the month; a third or a last one can
// only be of the month.
function ordinalDays({ ordinals, days, of }: Record<string, string | undefined>): Rule | undefined {
  if (of === undefined && /^(?:second|2nd)$/i.test(ordinals ?? '')) {
    return ruleOf('WEEKLY', { interval: 2, byDay: everyOf(daysOf(days)) });
  }
  return ordinalRule(ordinals, days);
}

function ordinalRule(ordinals = '', days = '', interval = 1): Rule {
  const numbers = (ordinals.toLowerCase().match(new RegExp(ordinal, 'g')) ?? []).map(ordinalNumber);
  const byDay = daysOf(days).flatMap((weekday) =>
    numbers.map((number) => ({ ordinal: number, weekday })),
  );
  return ruleOf('MONTHLY', { interval, byDay });
}

function ordinalNumber(text: string): number {
  if (text === 'last') return -1;
  const names = ['first', 'second', 'third', 'fourth', 'fifth'];
  return names.indexOf(text) + 1 || Number(text.charAt(0));
}

function monthDays(dates = '', interval = 1): Rule | undefined {
  const byMonthDay = (dates.match(/\d+/g) ?? []).map(Number);
  if (byMonthDay.some((day) => day < 1 || day > 31)) return undefined;
  return ruleOf('MONTHLY', { interval, byMonthDay });
}

function everyUnit(unit = '', interval: number): Rule | undefined {
  if (interval < 1) return undefined;
  switch (unit.toLowerCase()) {
    case 'hour':
      return ruleOf('HOURLY', { interval });
    case 'day':
      return ruleOf('DAILY', { interval });
    case 'week':
      return ruleOf('WEEKLY', { interval });
    case 'quarter':
      return ruleOf('MONTHLY', { interval: 3 * interval });
    case 'month':
      return ruleOf('MONTHLY', { interval });
    default:
      return ruleOf('YEARLY', { interval });
  }
}

function intervalOf(text: string | undefined): number {
  if (text === undefined) return 1;
  const names: Record<string, number> = { other: 2, second: 2, third: 3, fourth: 4 };
  return names[text.toLowerCase()] ?? numberOf(text);
}

export function numberOf(text = ''): number {
  const names = ['zero', 'once', 'two', 'three', 'four', 'five', 'six'];
  return /^\d+$/.test(text) ? Number(text) : Math.max(names.indexOf(text.toLowerCase()), 0);
}

export function daysOf(list = ''): Weekday[] {
  const names = list.toLowerCase().match(/mon|tue|wed|thu|fri|sat|sun/g) ?? [];
  return [...new Set(names)].map((name) => name.slice(0, 2).toUpperCase() as Weekday);
}
