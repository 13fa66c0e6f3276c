// A task as its dialog edits it, and what of it is sent.

import type { PlannerTask, TaskInput, TaskPatch, TaskPriority } from '../types';

export interface TaskForm {
  title: string;
  description: string;
  dueDay: string;
  dueTime: string;
  plannedDay: string;
  plannedTime: string;
  plannedMinutes: string;
  priority: TaskPriority | '';
  tags: string[];
  color: string;
  done: boolean;
}

export const noColor = '';

export function formOfTask(task: PlannerTask): TaskForm {
  return {
    title: task.title,
    description: task.description ?? '',
    dueDay: task.due?.slice(0, 10) ?? '',
    dueTime: task.due?.slice(11, 16) ?? '',
    plannedDay: task.planned?.slice(0, 10) ?? '',
    plannedTime: task.planned?.slice(11, 16) ?? '',
    plannedMinutes: task.plannedMinutes === null ? '' : String(task.plannedMinutes),
    priority: task.priority ?? '',
    tags: [...task.tags],
    color: task.color ?? noColor,
    done: task.done,
  };
}

function momentOf(day: string, time: string): string | null {
  if (day === '') return null;
  return time === '' ? day : `${day}T${time}`;
}

// What the server is told of all of it.
function inputOf(form: TaskForm): TaskInput {
  const minutes = Number(form.plannedMinutes);
  const hasTime = form.plannedDay !== '' && form.plannedTime !== '';
  return {
    title: form.title.trim(),
    description: form.description.trim() === '' ? null : form.description,
    due: momentOf(form.dueDay, form.dueTime),
    planned: momentOf(form.plannedDay, form.plannedTime),
    ...(hasTime && Number.isInteger(minutes) && minutes > 0 && { plannedMinutes: minutes }),
    priority: form.priority === '' ? null : form.priority,
    tags: form.tags,
    color: form.color === noColor ? null : form.color,
    done: form.done,
  };
}

// What differs from the task. Empty: nothing does.
export function taskPatchOf(form: TaskForm, task: PlannerTask): TaskPatch {
  const before = inputOf(formOfTask(task));
  const wanted = inputOf(form);
  const changed = Object.entries(wanted).filter(
    ([name, value]) =>
      JSON.stringify(value) !== JSON.stringify(before[name as keyof TaskInput] ?? null),
  );
  return Object.fromEntries(changed) as TaskPatch;
}

export function isChanged(form: TaskForm, task: PlannerTask): boolean {
  return Object.keys(taskPatchOf(form, task)).length > 0;
}
