// What stands in a line of quick add by signs: #tag, !15m, a time zone; and how long it takes.

import { newPlannerEventLimits } from '../../lib/api_limits';
import type { Line } from '../../when/words/line';
import type { Duration } from '../../when/words/resolve';
import { isSameTag, spelled } from '../tags';
import { isZone } from '../../when/zones/zones';
import { allZones, currentName } from '../../when/zones/zones_list';

const { tags: tagLimits, reminderMinutes: reminderLimits } = newPlannerEventLimits;
const minutesOf: Record<string, number> = { m: 1, h: 60, d: 1440, w: 10_080 };

// "#work #home". A number behind the sign is part of the title ("Round #2"). Whoever has the tag
// "Work" means it with #work.
export function takeTags(line: Line, known: readonly string[] = []): string[] {
  const tags: string[] = [];
  for (const found of line.rest.matchAll(/(?<![^\s(,])#([\p{L}\p{N}_][\p{L}\p{N}_/-]*)/gu)) {
    const name = line.typed(found.index, found.index + found[0].length).slice(1);
    const isTooLong = name.length > tagLimits.items.maxLength;
    if (/^\d+$/.test(name) || isTooLong || tags.length === tagLimits.maxItems) continue;
    const tag = spelled(name, known);
    if (!tags.some((each) => isSameTag(each, tag))) tags.push(tag);
    line.take(found.index, found.index + found[0].length, 'tag');
  }
  return tags;
}

// "!15m", "!1h", "!none", "remind me 15 min before". Undefined: nothing is said about reminders.
export function takeReminders(line: Line): number[] | undefined {
  const unit = '(m|mins?|minutes?|h|hrs?|hours?|d|days?|w|weeks?)';
  const sign = new RegExp(`(?<!\\S)!(\\d{1,5})(?: ?${unit})?(?![\\p{L}\\p{N}])`, 'giu');
  const words = new RegExp(
    `\\b(?:remind(?: me)?|reminder|alert(?: me)?)(?: of it)? (\\d{1,5}) ?${unit}(?: (?:before|earlier|ahead))?(?![\\p{L}\\p{N}])`,
    'giu',
  );
  const minutes = new Set<number>();
  let isSaid = false;
  for (const none of line.rest.matchAll(/(?<!\S)!(none|no)(?!\S)/gi)) {
    isSaid = true;
    line.take(none.index, none.index + none[0].length, 'reminder');
  }
  for (const pattern of [sign, words]) {
    for (const found of line.rest.matchAll(pattern)) {
      const value = Number(found[1]) * (minutesOf[(found[2] ?? 'm').charAt(0).toLowerCase()] ?? 1);
      const isFar = value > reminderLimits.items.maximum;
      if (isFar || minutes.size === reminderLimits.maxItems) continue;
      isSaid = true;
      minutes.add(value);
      line.take(found.index, found.index + found[0].length, 'reminder');
    }
  }
  return isSaid ? [...minutes].sort((left, right) => left - right) : undefined;
}

// "remind me to call Bob": what is wanted is an event with a reminder, and it is called "call Bob".
export function takeRequest(line: Line): void {
  const found = /^ ?(?:please )?remind me (?:to|about) (?=\S)/i.exec(line.rest);
  if (found) line.take(found.index, found.index + found[0].trimEnd().length, 'reminder');
}

// What has no time is all day anyway.
export function takeAllDay(line: Line): void {
  const found = /\ball[- ]day\b(?! (?:long|breakfast))/i.exec(line.rest);
  if (found) line.take(found.index, found.index + found[0].length, 'when');
}

// "Europe/London", "in Europe/London", "London time", "UTC".
export function takeZone(line: Line): string | undefined {
  const name = /(?:\bin )?(?<![\p{L}/])(\p{L}[\p{L}_]+(?:\/[\p{L}\p{N}_+-]+){1,2})(?![\p{L}/])/iu;
  const city = /(?:\bin )?\b(\p{Lu}[\p{L}.]+(?: \p{Lu}\p{L}+){0,2}) time\b/u;
  for (const [pattern, zoneOf] of [
    [name, namedZone],
    [city, zoneOfCity],
    [/\b(UTC)\b(?![+-])/, () => 'UTC'],
  ] as const) {
    const found = pattern.exec(line.rest);
    const zone = found?.[1] === undefined ? undefined : zoneOf(found[1]);
    if (!found || zone === undefined) continue;
    line.take(found.index, found.index + found[0].length, 'zone');
    return zone;
  }
  return undefined;
}

// As everybody writes it, so that "europe/london" is the same zone.
function namedZone(text: string): string | undefined {
  const known = allZones().find(({ tzid }) => tzid.toLowerCase() === text.toLowerCase());
  return known?.tzid ?? (/^\p{Lu}/u.test(text) && isZone(text) ? currentName(text) : undefined);
}

function zoneOfCity(text: string): string | undefined {
  return allZones().find(({ place }) => place.toLowerCase() === text.toLowerCase())?.tzid;
}

const number = '(\\d{1,4}(?:[.,]\\d{1,2})?|an?|one|two|three|four|five|six)';
const hourWord = '(h|hrs?|hours?)(?!\\p{L})(?: ?(?:and )?(\\d{1,2}) ?(?:m|mins?|minutes?)?)?';
const unitWord = '(h|hrs?|hours?|m|mins?|minutes?|d|days?|w|wks?|weeks?|months?|years?)';
const wordEnd = '(?![\\p{L}\\p{N}:])';
const numbers: Record<string, number> = {
  a: 1,
  an: 1,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
};

// "for 45 min", "for 1.5 hours", "for 2h 30", "for half an hour", "for 3 days"; and right behind a time
// without the "for": "9:00 15min".
export function takeDuration(line: Line): Duration | undefined {
  const half = /\bfor half an hour\b/i.exec(line.rest);
  if (half) {
    line.take(half.index, half.index + half[0].length, 'duration');
    return { unit: 'minute', amount: 30 };
  }
  const compact = /\bfor (\d{1,2}) ?(h)(\d{1,2})(?:m|min)?(?![\p{L}\p{N}:])/iu;
  const hours = new RegExp(`\\bfor ${number} ?${hourWord}${wordEnd}`, 'iu');
  const others = new RegExp(`\\bfor ${number} ?${unitWord}${wordEnd}`, 'iu');
  const behind = new RegExp(
    `(?<=\\d[:.]\\d\\d(?: ?[ap]m)?|\\d ?[ap]m)[ ,]+\\(?(\\d{1,3}(?:[.,]\\d)?) ?(h|hrs?|hours?|mins?|minutes?)\\)?${wordEnd}`,
    'iu',
  );
  for (const pattern of [compact, hours, others, behind]) {
    const found = pattern.exec(line.rest);
    const duration = found && durationOf(found[1] ?? '', found[2] ?? '', found[3]);
    if (!found || !duration) continue;
    line.take(found.index, found.index + found[0].length, 'duration');
    return duration;
  }
  return undefined;
}

function durationOf(amountText: string, unitText: string, more?: string): Duration | undefined {
  const amount = numbers[amountText.toLowerCase()] ?? Number(amountText.replace(',', '.'));
  const unit = unitText.toLowerCase();
  if (!(amount > 0)) return undefined;
  if (unit.startsWith('h')) {
    return { unit: 'minute', amount: Math.round(amount * 60) + Number(more ?? '0') };
  }
  if (unit === 'm' || unit.startsWith('min')) return { unit: 'minute', amount: Math.round(amount) };
  if (!Number.isInteger(amount)) return undefined;
  const long = { d: 'day', w: 'week', m: 'month', y: 'year' } as const;
  const name = long[unit.charAt(0) as keyof typeof long];
  return { unit: name, amount };
}
