// Hours that stand behind a day without a sign that they are some, and hours of the evening.

import type { When } from './dates';
import { padded } from './own_dates';

export function halfDayLater(time: string): string {
  return `${padded(Number(time.slice(0, 2)) + 12)}${time.slice(2)}`;
}

// "tomorrow 9-10" or, at the end, "tomorrow 9" and "tomorrow 1230".
export function bareHours(text: string, at: number): { when: When; length: number } | undefined {
  const hour = '(\\d{1,2})(?:[:.](\\d{2}))?';
  const range = new RegExp(
    `^[ ,]+(?:from )?${hour} ?(?:-|–|to) ?${hour}(?![\\p{L}\\p{N}/.:])`,
    'iu',
  );
  const single = /^[ ,]+(?:at )?(\d{1,2})(?= *$| *\u00a0| +for\b)/;
  // Nobody meets at 20:27, so that most years are none.
  const military = /^[ ,]+(?:at )?([01]\d|2[0-3])([0-5][05])(?= *$| *\u00a0| +for\b)/;
  const behind = text.slice(at);
  const found = range.exec(behind) ?? single.exec(behind) ?? military.exec(behind);
  if (!found) return undefined;
  const [first, last] = [timeText(found[1], found[2]), timeText(found[3], found[4])];
  if (first === undefined || (found[3] !== undefined && last === undefined)) return undefined;
  const isLoose = !/^0/.test(found[1] ?? '') && first < '12:00';
  const when: When = { time: first, isLoose };
  if (found[2] === undefined && first >= '01:00' && first < '07:00')
    when.time = halfDayLater(first);
  if (last !== undefined && when.time !== undefined) {
    const later = last < '12:00' ? halfDayLater(last) : last;
    when.endTime = last <= when.time && later > when.time ? later : last;
  }
  return { when, length: found[0].length };
}

function timeText(hour: string | undefined, minute = '00'): string | undefined {
  if (hour === undefined || Number(hour) > 23 || Number(minute) > 59) return undefined;
  return `${padded(Number(hour))}:${minute}`;
}

const eveningWords =
  /\b(?:dinner|supper|drinks|party|concert|movie|cinema|theat(?:re|er)|opera|abendessen|kino|konzert|oper)\b|晚饭|晚餐|聚会|音乐会|电影/i;

// Dinner at 7 is in the evening, unless somebody says otherwise.
export function inTheEvening(when: When, title: string): When {
  const { time = '', endTime } = when;
  if (!when.isLoose || !eveningWords.test(title) || time < '05:00' || time >= '12:00') return when;
  const isLater = endTime !== undefined && endTime > time && endTime < '12:00';
  return {
    ...when,
    time: halfDayLater(time),
    ...(isLater && { endTime: halfDayLater(endTime) }),
  };
}
