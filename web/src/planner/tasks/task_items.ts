// Tasks as the grid shows them, with a box: where they are planned, and on the day when they are due.

import { dateOf } from '../../calendar_grid/fullcalendar_events';
import type { GridItem, Span } from '../../calendar_grid/grid_item';
import { addDays, formatTime } from '../../lib/dates';
import { t } from '../../lib/messages';
import { safeColor } from '../../ui/colors';
import { inZone, wallText } from '../../when/zones/zones';
import type { PlannerTask, TaskPatch } from '../types';
import { plainColor, type ItemContext } from '../../events/view/occurrence_items';
import { addMinutes, minutesBetween } from '../../events/view/placements';
import { momentWords, wallOf } from './task_lists';

export interface PlacedTask {
  task: PlannerTask;
  as: 'due' | 'planned';
}

// What is due at a time is shown for so long.
const dueMinutes = 30;
const maxMinutes = 1440;

export function taskItemsOf(
  tasks: readonly PlannerTask[],
  context: ItemContext,
): GridItem<PlacedTask>[] {
  return tasks
    .filter((task) => task.archivedAt === null)
    .flatMap((task) => [itemAs(task, 'planned', context), itemAs(task, 'due', context)].flat());
}

function itemAs(
  task: PlannerTask,
  as: PlacedTask['as'],
  { zone }: ItemContext,
): GridItem<PlacedTask>[] {
  const start = wallOf(task, as, zone);
  if (start === null) return [];
  const isPlanned = as === 'planned';
  const allDay = start.length === 10;
  const minutes = isPlanned ? (task.plannedMinutes ?? dueMinutes) : dueMinutes;
  const end = allDay ? addDays(start, 1) : addMinutes(start, minutes);
  const lastDay = allDay ? start : addMinutes(end, -1).slice(0, 10);
  return [
    {
      id: `${as}:${task.id}`,
      title: task.title,
      color: task.color === null ? plainColor : safeColor(task.color),
      start,
      end,
      allDay,
      lastDay,
      mayMove: true,
      mayResize: isPlanned && !allDay,
      rank: 2,
      label: (hour12) => {
        const words = { title: task.title, when: momentWords(start, hour12) };
        return isPlanned ? t.planner.tasks.plannedName(words) : t.planner.tasks.dueName(words);
      },
      timeWords: (hour12) => (allDay ? '' : formatTime(start.slice(11, 16), hour12)),
      task: { isDone: task.done },
      isPast: task.done,
      payload: { task, as },
    },
  ];
}

// The change that puts a task there: when it is planned, or when it is due. Undefined when that is where it was.
export function taskPatch(
  task: PlannerTask,
  as: PlacedTask['as'],
  span: Span,
  zone: string,
): TaskPatch | undefined {
  const was = wallOf(task, as, zone);
  if (span.allDay) {
    const day = dateOf(span.start);
    return day === was ? undefined : { [as]: day };
  }
  const wall = wallText(span.start.getTime());
  const minutes = span.end
    ? Math.min(Math.max(minutesBetween(wall, wallText(span.end.getTime())), 1), maxMinutes)
    : undefined;
  const lasts = as === 'planned' && minutes !== undefined && minutes !== task.plannedMinutes;
  if (wall === was && !lasts) return undefined;
  // A task that has a zone keeps it.
  const tzid = task[`${as}Tzid`];
  return {
    [as]: tzid === null ? wall : inZone(wall, zone, tzid),
    ...(tzid === null && { [`${as}Tzid`]: zone }),
    ...(lasts && was !== null && was.length > 10 && { plannedMinutes: minutes }),
  };
}
