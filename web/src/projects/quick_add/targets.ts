// What a line typed in the agenda becomes in a project: a task of the person.

import {
  fits,
  type QuickAddContext,
  type QuickAddReading,
  type QuickAddTarget,
} from '../../lib/agenda_types';
import { membersById } from '../../lib/agenda_people';
import { folded, isCalled } from '../../lib/folded';
import { t } from '../../lib/messages';
import { preferences } from '../../lib/preferences.svelte';
import { suggestColor } from '../../ui/colors';
import { loadTranslate } from '../../when/words/line_session.svelte';
import { wallAt } from '../../when/zones/zones';
import { mayWrite } from '../access';
import { projectsApi } from '../projects_api';
import { keptMoment, momentText } from '../task/due';
import { priorityName } from '../task/task_words';
import type { Member, NewTask, Project } from '../types';
import type { ParsedTask } from './parse_task';

export async function projectTargets(context: QuickAddContext): Promise<QuickAddTarget[]> {
  const [{ parseTask }, translate, projects] = await Promise.all([
    import('./parse_task'),
    loadTranslate(),
    projectsApi.projects(),
  ]);
  const { zone, isDayFirst } = context;
  const parse = (text: string, members: readonly Member[]) => {
    const parts = { nowMs: context.nowMs(), zone, isDayFirst, weekStart: preferences.firstDay };
    return parseTask(text, { ...parts, members, tags: [], myId: context.myId, translate });
  };
  // All projects read the same line, unless it names somebody who is in one of them.
  let last: { text: string; parsed: ParsedTask } | undefined;
  const parsedOf = (text: string, members: readonly Member[]) => {
    if (/[@＠]/.test(text)) return parse(text, members);
    if (last?.text !== text) last = { text, parsed: parse(text, []) };
    return last.parsed;
  };
  const open = projects.filter(
    (project) => project.status === 'ACTIVE' && !project.template && mayWrite(project),
  );
  const membersOf = await membersById(open, (id) => projectsApi.members(id));
  return open.map((project) => ({
    key: `project:${project.id}`,
    name: t.projects.agenda.target({ name: project.name }),
    read: (text) => readingOf(parsedOf(text, membersOf.get(project.id) ?? []), project, context),
  }));
}

function readingOf(
  { draft, pieces }: ParsedTask,
  project: Project,
  context: QuickAddContext,
): QuickAddReading {
  const { title, priority, dueDate, rule, assignee } = draft;
  const tags = draft.newTags.filter((tag) => !isCalled(project.name, tag));
  const isNamed = tags.length < draft.newTags.length;
  const today = wallAt(context.nowMs(), context.zone).slice(0, 10);
  const facts = [
    priority === undefined ? '' : priorityName(priority),
    dueDate === undefined
      ? ''
      : t.projects.card.due({ day: momentText(keptMoment(dueDate), today, context.hour12()) }),
    rule === undefined ? '' : t.projects.agenda.repeats(),
    ...tags.map((tag) => `#${tag}`),
  ];
  return {
    pieces,
    fit: fitOf(isNamed, priority !== undefined || assignee !== undefined, dueDate !== undefined),
    title,
    facts: facts.filter((fact) => fact !== ''),
    person: assignee?.name ?? undefined,
    problem: title === '' ? t.projects.quickAdd.needsTitle() : '',
    create: async (key) => {
      const input: NewTask = { title, assigneeId: assignee?.userId ?? context.myId };
      if (tags.length > 0) input.tagIds = await tagIds(project.id, tags);
      if (priority) input.priority = priority;
      if (dueDate !== undefined) input.dueDate = dueDate;
      if (rule !== undefined) input.repeat = { rule, from: 'DUE', timeZone: context.zone };
      const task = await projectsApi.createTask(project.id, input, key);
      return { undo: () => projectsApi.deleteTask(task.id, task.etag) };
    },
  };
}

// What has no time is something to do.
function fitOf(isNamed: boolean, hasSigns: boolean, isDated: boolean): number {
  if (isNamed) return fits.named;
  if (hasSigns) return fits.signs;
  return isDated ? fits.possible : fits.usual;
}

// Those that the project does not have are made.
async function tagIds(projectId: string, names: readonly string[]): Promise<string[]> {
  const known = await projectsApi.tags(projectId);
  const ids: string[] = [];
  for (const name of names) {
    let tag = known.find((each) => folded(each.name) === folded(name));
    if (!tag) {
      const color = suggestColor(known.map((each) => each.color));
      tag = await projectsApi.createTag(projectId, { name, color });
      known.push(tag);
    }
    ids.push(tag.id);
  }
  return ids;
}
