// Takes the words of a line of quick add that say how something repeats, and how long it goes on.

import { gap, type Line } from './line';
import { amount, dayPattern, daysOf, numberOf, patterns, separator, words } from './rule_patterns';
import { everyOf, ruleOf, type Rule } from '../recurrence/rule_model';

const adverbs: Record<string, () => Rule> = {
  hourly: () => ruleOf('HOURLY'),
  daily: () => ruleOf('DAILY'),
  weekly: () => ruleOf('WEEKLY'),
  biweekly: () => ruleOf('WEEKLY', { interval: 2 }),
  fortnightly: () => ruleOf('WEEKLY', { interval: 2 }),
  monthly: () => ruleOf('MONTHLY'),
  quarterly: () => ruleOf('MONTHLY', { interval: 3 }),
  yearly: () => ruleOf('YEARLY'),
  annually: () => ruleOf('YEARLY'),
};

// Takes the first words that say it. How often and until when is taken by others.
export function takeRule(line: Line): Rule | undefined {
  for (const { pattern, rule: make } of patterns) {
    const found = pattern.exec(line.rest);
    const rule = found && make(found.groups ?? {});
    if (!found || !rule) continue;
    line.take(found.index, found.index + found[0].trimEnd().length, 'rule');
    return withDays(line, rule);
  }
  const rule = takeAdverb(line);
  return rule && withDays(line, rule);
}

// "Yoga tue & thu 18:00 every week": several days can only be those of the rule.
function withDays(line: Line, rule: Rule): Rule {
  if (rule.frequency !== 'WEEKLY' || rule.byDay.length > 0) return rule;
  const found = words(`\\b(?:on )?(?<days>${dayPattern}(?:${separator}${dayPattern})+)`).exec(
    line.rest,
  );
  if (!found) return rule;
  line.take(found.index, found.index + found[0].length, 'rule');
  return { ...rule, byDay: everyOf(daysOf(found.groups?.days)) };
}

// "Daily standup" is what the event is called; in "standup 9:00 daily" the word is only the rule.
function takeAdverb(line: Line): Rule | undefined {
  const found = words(`\\b(?<word>${Object.keys(adverbs).join('|')})`).exec(line.rest);
  const rule = adverbs[found?.groups?.word?.toLowerCase() ?? '']?.();
  if (!found || !rule) return undefined;
  const [start, stop] = [found.index, found.index + found[0].length];
  const isName =
    /^[\s\u00a0]*$/.test(line.rest.slice(0, start)) && /^ \p{L}/u.test(line.rest.slice(stop));
  if (isName) line.mark(start, stop, 'rule');
  else line.take(start, stop, 'rule');
  return rule;
}

// "10 times", "for 10 times".
export function takeCount(line: Line): number | undefined {
  const found = words(`\\b(?:for )?(?<amount>${amount}|once|twice) (?:times|occurrences)`).exec(
    line.rest,
  );
  const count = numberOf(found?.groups?.amount);
  if (!found || count < 1) return undefined;
  line.take(found.index, found.index + found[0].length, 'rule');
  return count;
}

// Where "until", "till" or "through" stands and what follows it, up to what was taken already.
export function untilIn(
  line: Line,
): { start: number; text: string; textStart: number } | undefined {
  const found = /\b(?:until|till|til|through|ending(?: on)?|ends(?: on)?) (?:the end of )?/i.exec(
    line.rest,
  );
  if (!found) return undefined;
  const textStart = found.index + found[0].length;
  const text = line.rest.slice(textStart).split(gap)[0] ?? '';
  return { start: found.index, text, textStart };
}
