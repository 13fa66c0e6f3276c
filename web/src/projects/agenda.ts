// The projects' part of the agenda: tasks are ticked, moved and planned, and events moved, as in a project.

import type {
  AgendaHost,
  AgendaItem,
  AgendaSpan,
  AppAgenda,
  UntimedItem,
} from '../lib/agenda_types';
import { appearance } from '../lib/appearance.svelte';
import { addDays, formatShortDay, formatTime, today } from '../lib/dates';
import { peopleIn } from '../lib/agenda_people';
import { sayFailure } from '../lib/live_data/undo';
import { t } from '../lib/messages';
import { utcOf } from '../when/zones/zones';
import { addressOf, taskLink } from './addresses';
import { EventChanges } from './changes/event_changes';
import { ChangedElsewhere } from './changes/on_top';
import { TaskChanges } from './changes/task_changes';
import { projectsApi } from './projects_api';
import { projectTargets } from './quick_add/targets';
import type { EventChange, Task, TaskChange } from './types';

const agenda: AppAgenda = {
  addressOf: ({ kind, id, owner }) => {
    if (kind === 'task') return taskLink(id);
    if (owner.kind !== 'project') return undefined;
    return addressOf({ view: 'calendar', projectId: owner.id, dialog: { kind: 'event', id } });
  },
  complete: (item, isDone, host) => {
    const { title } = item;
    const said = isDone ? t.projects.agenda.done({ title }) : t.projects.agenda.open({ title });
    return changeTask(item, { status: isDone ? 'DONE' : 'TODO' }, said, host);
  },
  move: (item, to, host) =>
    item.kind === 'task' ? moveTask(item, to, host) : moveEvent(item, to, host),
  plan,
  targets: projectTargets,
  people: async () => peopleIn(await projectsApi.projects(), (id) => projectsApi.members(id)),
};
export default agenda;

// What is due is due on another day. Put among the hours, it is planned for then, and due as before.
function moveTask(item: AgendaItem, to: AgendaSpan, host: AgendaHost): Promise<void> {
  const as = item.task?.as;
  if (as === 'planned' || !to.allDay) return plan(item, to, host);
  if (as === 'overdue') return putOff(item, to, host);
  return changeTask(item, { dueDate: to.start }, dueOn(item, to), host);
}

// It is on today because days are over: those of its plan, the one on which it is due, or both.
async function putOff(item: AgendaItem, to: AgendaSpan, host: AgendaHost): Promise<void> {
  try {
    const { dueDate, plannedStart, plannedEnd } = await projectsApi.task(item.id);
    const today = item.start.slice(0, 10);
    const isOver = (moment: string | null) => moment !== null && isBefore(moment, today, host.zone);
    if (!isOver(dueDate)) return await plan(item, to, host);
    const planned = isOver(plannedEnd ?? plannedStart) ? plannedAt(to, host.zone) : {};
    await changeTask(item, { ...planned, dueDate: to.start }, dueOn(item, to), host);
  } catch (error) {
    sayFailure(error, () => void putOff(item, to, host));
  }
}

// Days are those days in every zone.
function isBefore(moment: string, day: string, zone: string): boolean {
  const isDay = /T(00:00:00|23:59:59)Z$/.test(moment);
  return isDay ? moment.slice(0, 10) < day : moment < utcOf(`${day}T00:00:00`, zone);
}

function dueOn({ title }: AgendaItem, to: AgendaSpan): string {
  return t.projects.agenda.dueOn({ title, day: formatShortDay(to.start) });
}

function plan(item: UntimedItem, to: AgendaSpan, host: AgendaHost): Promise<void> {
  const { title } = item;
  const day = formatShortDay(to.start.slice(0, 10));
  const time = formatTime(to.start.slice(11, 16), appearance.hour12);
  const said = to.allDay
    ? t.projects.agenda.planned({ title, day })
    : t.projects.agenda.plannedAt({ title, day, time });
  return changeTask(item, plannedAt(to, host.zone), said, host);
}

// A day, or times in UTC. The end of whole days is their last one.
export function plannedAt({ start, end, allDay }: AgendaSpan, zone: string): TaskChange {
  if (allDay) return { plannedStart: start, plannedEnd: addDays(end, -1) };
  return { plannedStart: utcOf(start, zone), plannedEnd: utcOf(end, zone) };
}

async function changeTask(
  item: UntimedItem,
  change: TaskChange,
  said: string,
  host: AgendaHost,
): Promise<void> {
  try {
    const task = await projectsApi.task(item.id);
    checkAsShown(item, task);
    await taskChanges(host).change(task, change, said);
  } catch (error) {
    sayFailure(error, () => void changeTask(item, change, said, host));
  }
  await host.refresh();
}

// Others may have changed it since it was shown: then their version is shown, and nothing is changed.
function checkAsShown(item: UntimedItem, { etag, title }: { etag: string; title: string }): void {
  if (item.etag !== undefined && item.etag !== etag) throw new ChangedElsewhere(title);
}

// Of the tasks that were changed here, the newest version is known, so that a change can be taken back.
function taskChanges(host: AgendaHost): TaskChanges {
  const known = new Map<string, Task>();
  const data = {
    api: projectsApi,
    known: (id: string) => known.get(id),
    learn: (task: Task) => {
      const isChange = known.has(task.id);
      known.set(task.id, task);
      // What is taken back later is shown then.
      if (isChange) void host.refresh();
    },
    forgetTask: () => undefined,
    put: () => () => undefined,
  };
  return new TaskChanges(data, () => ({ today: today(), hour12: appearance.hour12 }));
}

async function moveEvent(item: AgendaItem, to: AgendaSpan, host: AgendaHost): Promise<void> {
  try {
    const event = await projectsApi.event(item.id);
    const data = { api: projectsApi, learnEvent: () => void host.refresh() };
    const said = t.projects.changes.changed({ title: event.title });
    checkAsShown(item, event);
    await new EventChanges(data).change(event, eventAt(to, host.zone), said);
  } catch (error) {
    sayFailure(error, () => void moveEvent(item, to, host));
  }
  await host.refresh();
}

export function eventAt({ start, end, allDay }: AgendaSpan, zone: string): EventChange {
  if (allDay) return { allDay, startDate: start, endDate: addDays(end, -1) };
  return { allDay, startDate: utcOf(start, zone), endDate: utcOf(end, zone) };
}
