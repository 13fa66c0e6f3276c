// What the live stream says about projects. docs/http_api.md has the data of its events.

import type { LiveEvent } from '../lib/live';
import { preferences } from '../lib/preferences.svelte';
import type { Attachment, Comment, Project, ProjectEvent, Tag, Task } from './types';

// null: gone, or moved to another project.
export interface ChangeHandler {
  project(id: string, project: Project | null): void;
  member(projectId: string): void;
  task(projectId: string, id: string, task: Task | null): void;
  event(projectId: string, id: string, event: ProjectEvent | null): void;
  tag(projectId: string, id: string, tag: Tag | null): void;
  comment(taskId: string, id: string, comment: Comment | null): void;
  attachment(taskId: string, id: string, attachment: Attachment | null): void;
}

interface EventData {
  projectId?: string;
  taskId?: string;
  id?: string;
  project?: Project | null;
  task?: Task | null;
  event?: ProjectEvent | null;
  tag?: Tag | null;
  comment?: Comment | null;
  attachment?: Attachment | null;
}

export function applyChange({ type, data }: LiveEvent, handler: ChangeHandler): void {
  const event = (data ?? {}) as EventData;
  const { projectId = '', taskId = '', id = '' } = event;
  if (type === 'project') handler.project(projectId, event.project ?? null);
  else if (type === 'project-member') handler.member(projectId);
  else if (type === 'project-task') handler.task(projectId, id, event.task ?? null);
  else if (type === 'project-event') handler.event(projectId, id, event.event ?? null);
  else if (type === 'project-tag') handler.tag(projectId, id, event.tag ?? null);
  else if (type === 'task-comment') handler.comment(taskId, id, event.comment ?? null);
  else if (type === 'task-attachment') handler.attachment(taskId, id, event.attachment ?? null);
  else if (type === 'planner-preferences') void preferences.refresh();
}
