// Where something happens: what stands behind "@" or behind "at", unless it is a time.

import { datesIn, type DateContext } from '../../when/words/dates';
import { gap, type Line } from '../../when/words/line';

const maxLength = 200;

// "@ Main St 5" up to the end, to something that is understood already, or to a date.
export function takePlace(line: Line, context: DateContext): string | undefined {
  for (const sign of line.rest.matchAll(/(?<![^\s(])@ ?(?=[^\s@])/g)) {
    const start = sign.index + sign[0].length;
    const text = line.rest.slice(start).split(gap)[0] ?? '';
    const place = placeIn(text, context);
    if (place === '') continue;
    const typed = line.typed(start, start + place.length);
    line.take(sign.index, start + place.length, 'place');
    return typed.slice(0, maxLength);
  }
  return undefined;
}

// "@ 13:00" and "@9" are times; "@ Sunset Bar" may sound like a day.
function placeIn(text: string, context: DateContext): string {
  if (/^\d{1,2}(?: |$)/.test(text) && !/^\d{1,2} \p{L}/u.test(text)) return '';
  const dates = datesIn(text.split(' @')[0] ?? '', context);
  const leading = dates.find((found) => found.start === 0);
  if (leading?.when.time !== undefined) return '';
  const next = dates.find((found) => found.start > 0);
  return withoutTail(text.split(' @')[0]?.slice(0, next?.start) ?? '');
}

// What one looks or laughs at is no place.
const notBefore =
  /(?:look|stare|laugh|shout|aim|arrive|good|bad|half|work|point)(?:s|ed|ing)?[\s\u00a0]*$/i;

// "Dinner at Luigi's with Ana": the times are taken by now, so that any other "at" is a place.
export function takeAtPlace(line: Line): string | undefined {
  const found = /\bat (?=[\p{L}\p{N}])/iu.exec(line.rest);
  if (!found) return undefined;
  const before = line.rest.slice(0, found.index);
  if (!/[\p{L}\p{N}]/u.test(before) || notBefore.test(before)) return undefined;
  const start = found.index + found[0].length;
  const text = line.rest.slice(start).split(gap)[0] ?? '';
  const place = withoutTail(text.split(/ (?:with|about|for|and then|to)(?= )/i)[0] ?? '');
  if (place === '' || place.length > maxLength) return undefined;
  const typed = line.typed(start, start + place.length);
  line.take(found.index, start + place.length, 'place');
  return typed;
}

// A word that leads to what was taken behind it is not part of the place.
function withoutTail(text: string): string {
  return text.replace(/(?:[\s,;.–-]+(?:on|at|from|in|by|starting|this))?[\s,;–-]*$/i, '');
}
