// What is said of something that was moved or made longer.

import { formatDay, formatTime } from '../../lib/dates';
import { t } from '../../lib/messages';
import { lastDayOf, type Placement } from '../view/placements';

export function moveMessage(
  before: Placement & { title: string },
  after: Placement,
  hour12: boolean,
): string {
  const { title } = before;
  const { changes } = t.events;
  const clock = (wall: string) => formatTime(wall.slice(11, 16), hour12);
  const day = formatDay(after.start.slice(0, 10));
  if (after.isAllDay) {
    const isSameStart = before.isAllDay && before.start === after.start;
    const last = lastDayOf(after);
    if (isSameStart || last > after.start) {
      return changes.nowRuns({ title, from: day, to: formatDay(last) });
    }
    return changes.moved({ title, when: day });
  }
  if (!before.isAllDay && before.start === after.start) {
    const time = clock(after.end);
    const hasOtherDay = after.end.slice(0, 10) !== after.start.slice(0, 10);
    const endDay = formatDay(after.end.slice(0, 10));
    return changes.endsAt({
      title,
      when: hasOtherDay ? t.events.words.dayAndTime({ day: endDay, time }) : time,
    });
  }
  const time = clock(after.start);
  const hasOtherDay = before.start.slice(0, 10) !== after.start.slice(0, 10);
  if (!before.isAllDay && before.end === after.end && !hasOtherDay) {
    return changes.startsAt({ title, when: time });
  }
  const isSameTime = !before.isAllDay && before.start.slice(11) === after.start.slice(11);
  if (hasOtherDay && isSameTime) return changes.moved({ title, when: day });
  return changes.moved({
    title,
    when: hasOtherDay ? t.events.words.dayAndTime({ day, time }) : time,
  });
}
