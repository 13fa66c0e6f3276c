// What is said of something that was moved or made longer.

import { formatDay, formatTime } from '../../lib/dates';
import { lastDayOf, type Placement } from '../view/placements';

export function moveMessage(
  before: Placement & { title: string },
  after: Placement,
  hour12: boolean,
): string {
  const name = `“${before.title}”`;
  const clock = (wall: string) => formatTime(wall.slice(11, 16), hour12);
  const day = formatDay(after.start.slice(0, 10));
  if (after.isAllDay) {
    const isSameStart = before.isAllDay && before.start === after.start;
    const last = lastDayOf(after);
    if (isSameStart || last > after.start)
      return `${name} now is from ${day} to ${formatDay(last)}`;
    return `Moved ${name} to ${day}`;
  }
  if (!before.isAllDay && before.start === after.start) {
    const hasOtherDay = after.end.slice(0, 10) !== after.start.slice(0, 10);
    const endDay = hasOtherDay ? `${formatDay(after.end.slice(0, 10))}, ` : '';
    return `${name} now ends at ${endDay}${clock(after.end)}`;
  }
  const hasOtherDay = before.start.slice(0, 10) !== after.start.slice(0, 10);
  if (!before.isAllDay && before.end === after.end && !hasOtherDay) {
    return `${name} now begins at ${clock(after.start)}`;
  }
  const isSameTime = !before.isAllDay && before.start.slice(11) === after.start.slice(11);
  if (hasOtherDay && isSameTime) return `Moved ${name} to ${day}`;
  return `Moved ${name} to ${hasOtherDay ? `${day}, ` : ''}${clock(after.start)}`;
}
