// What was done to a task, in words: who did what, and from what to what each field was changed.

import { t } from '../../lib/messages';
import { ruleInWords } from '../../when/recurrence/rule_words';
import type { ProjectContents } from '../contents.svelte';
import {
  priorities,
  taskStatuses,
  type Activity,
  type Project,
  type TaskPriority,
  type TaskStatus,
} from '../types';
import { momentText } from './due';
import { priorityName, statusName } from './task_words';

export interface ActivityContext {
  contents: Pick<ProjectContents, 'memberOf' | 'tagOf' | 'tasks'>;
  projectOf: (id: string) => Project | undefined;
  today: string;
  hour12: boolean;
}

// "Ben Berg changed the status".
export function activityText(activity: Activity, { contents }: ActivityContext): string {
  const { action, entityType, userId } = activity;
  const member = contents.memberOf(userId);
  const name = member?.name ?? member?.email ?? t.projects.someone();
  const { did, link, comment } = t.projects.activity;
  if (entityType === 'ATTACHMENT')
    return (action === 'DELETE' ? link.removed : link.added)({ name });
  if (entityType === 'COMMENT')
    return (action === 'DELETE' ? comment.deleted : comment.changed)({ name });
  return did[action]({ name });
}

export interface ChangeText {
  field: string;
  from: string;
  to: string;
}

export function changeTexts(activity: Activity, context: ActivityContext): ChangeText[] {
  return activity.changes.map(({ field, from, to }) => ({
    field: fieldName(field),
    from: valueText(field, from, context),
    to: valueText(field, to, context),
  }));
}

const fields = [
  'title',
  'description',
  'status',
  'priority',
  'assigneeId',
  'dueDate',
  'plannedStart',
  'plannedEnd',
  'tagIds',
  'checklist',
  'parentId',
  'blockedBy',
  'repeat',
  'projectId',
] as const;

function fieldName(field: string): string {
  const known = fields.find((each) => each === field);
  return known ? t.projects.fields[known]() : field;
}

function valueText(field: string, value: string | null, context: ActivityContext): string {
  const { contents } = context;
  if (value === null || value === '') return t.projects.activity.nothing();
  switch (field) {
    case 'status':
      return isOneOf(taskStatuses, value) ? statusName(value as TaskStatus) : value;
    case 'priority':
      return isOneOf(priorities, value) ? priorityName(value as TaskPriority) : value;
    case 'assigneeId':
      return contents.memberOf(value)?.name ?? t.projects.someone();
    case 'parentId':
      return contents.tasks.get(value)?.title ?? t.projects.activity.aTask();
    case 'projectId':
      return context.projectOf(value)?.name ?? t.projects.activity.aProject();
    case 'dueDate':
    case 'plannedEnd':
      return momentText(value, context.today, context.hour12);
    case 'plannedStart':
      return momentText(value, context.today, context.hour12, 'start');
    case 'tagIds':
      return listText(value, (id) => contents.tagOf(id)?.name);
    case 'blockedBy':
      return listText(value, (id) => contents.tasks.get(id)?.title);
    case 'repeat':
      return ruleInWords(value, { date: context.today, isAllDay: true });
    default:
      return value;
  }
}

function isOneOf(choices: readonly string[], value: string): boolean {
  return choices.includes(value);
}

// Lists are told as texts with commas in between.
function listText(value: string, nameOf: (id: string) => string | undefined): string {
  const names = value.split(', ').map((id) => nameOf(id) ?? t.projects.activity.deleted());
  return names.reduce((first, then) => t.projects.facts({ first, then }));
}
