// What a line typed in the agenda becomes in the planner: an event, or a task.

import {
  fits,
  type QuickAddContext,
  type QuickAddReading,
  type QuickAddTarget,
} from '../../lib/agenda_types';
import { t } from '../../lib/messages';
import { loadTranslate } from '../../when/words/line_session.svelte';
import { wallAt } from '../../when/zones/zones';
import { newColor } from '../../events/new_color';
import { plannerApi } from '../planner_api';
import { taskApi } from '../tasks/task_api';
import { momentWords } from '../tasks/task_lists';
import type { TaskInput } from '../types';
import { reminderList } from '../../events/editor/event_words';
import type { EventDraft } from '../../events/types';
import type { ParsedLine } from '../../events/quick_add/parse';
import {
  inputOfDraft,
  repeatsInWords,
  whenInWords,
  zoneInWords,
} from '../../events/quick_add/words';
import type { ParsedTask } from './parse_task';

export async function plannerTargets(context: QuickAddContext): Promise<QuickAddTarget[]> {
  const [{ parse }, { parseTask }, translate, { preferences, tags }] = await Promise.all([
    import('../../events/quick_add/parse'),
    import('./parse_task'),
    loadTranslate(),
    plannerApi.bootstrap(),
  ]);
  const { zone, isDayFirst } = context;
  const said = () => ({ nowMs: context.nowMs(), zone, isDayFirst, tags, translate });
  return [
    {
      key: 'planner',
      name: t.planner.agenda.event(),
      read: (text) => eventReading(parse(text, { ...said(), preferences }), context),
    },
    {
      key: 'planner:task',
      name: t.planner.agenda.task(),
      read: (text) => taskReading(parseTask(text, said()), context),
    },
  ];
}

function eventReading({ draft, pieces }: ParsedLine, context: QuickAddContext): QuickAddReading {
  const { zone } = context;
  const hour12 = context.hour12();
  const today = wallAt(context.nowMs(), zone).slice(0, 10);
  const isDated = pieces.some(({ kind }) => kind === 'when' || kind === 'rule');
  const facts = [
    whenInWords(draft, today, hour12),
    zoneInWords(draft, zone, hour12),
    repeatsInWords(draft, zone, hour12),
    draft.location ?? '',
    ...(draft.tags ?? []).map((tag) => `#${tag}`),
    draft.reminderMinutes === undefined ? '' : reminderList(draft.reminderMinutes),
  ];
  return {
    pieces,
    fit: isDated ? fits.usual : fits.fallback,
    title: draft.title ?? '',
    facts: facts.filter((fact) => fact !== ''),
    at: atOf(draft),
    problem: draft.title === undefined ? t.eventEditor.quickAdd.needsTitle() : '',
    create: async (key) => {
      const color = draft.color ?? newColor([], []);
      const event = await plannerApi.create({ ...inputOfDraft(draft, zone), color }, key);
      return { undo: () => plannerApi.remove(event.id, event.etag) };
    },
  };
}

// By the clock of another zone, it is not known here when it is.
function atOf({ start, end = start, isAllDay, tzid, location }: EventDraft): QuickAddReading['at'] {
  if (tzid !== undefined) return undefined;
  return { kind: 'event', start, end, allDay: isAllDay, location };
}

function taskReading(parsed: ParsedTask, { zone, hour12 }: QuickAddContext): QuickAddReading {
  const { title, priority, tags, due, isRepeating, pieces } = parsed;
  const when = due === undefined ? '' : momentWords(due, hour12());
  const facts = [
    priority === undefined ? '' : t.planner.tasks.priorities[priorityKeys[priority]](),
    when === '' ? '' : t.planner.tasks.dueBy({ when }),
    ...tags.map((tag) => `#${tag}`),
  ];
  return {
    pieces,
    fit: taskFit(parsed),
    title,
    facts: facts.filter((fact) => fact !== ''),
    problem: problemOf(title, isRepeating),
    create: async (key) => {
      const input: TaskInput = { title };
      if (priority) input.priority = priority;
      if (tags.length > 0) input.tags = tags;
      if (due !== undefined) input.due = due;
      if (due !== undefined && due.length > 10) input.dueTzid = zone;
      const task = await taskApi.create(input, key);
      return { undo: () => taskApi.remove(task.id, task.etag) };
    },
  };
}

const priorityKeys = { LOW: 'low', MEDIUM: 'medium', HIGH: 'high', URGENT: 'urgent' } as const;

// What is pressing, or has no time, is something to do.
function taskFit({ priority, due, isRepeating }: ParsedTask): number {
  if (isRepeating) return fits.possible;
  if (priority !== undefined) return fits.signs;
  return due === undefined ? fits.usual : fits.possible;
}

function problemOf(title: string, isRepeating: boolean): string {
  if (title === '') return t.eventEditor.quickAdd.needsTitle();
  return isRepeating ? t.planner.agenda.taskRepeats() : '';
}
