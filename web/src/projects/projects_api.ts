// The routes of projects and tasks, one function each.

import { request } from '../lib/api';
import type {
  ActivityPage,
  Attachment,
  BatchChange,
  BatchResult,
  Comment,
  EventChange,
  Invitation,
  Member,
  MemberList,
  NewEvent,
  NewProject,
  NewTask,
  OwnInvitation,
  Permission,
  Project,
  ProjectChange,
  ProjectEvent,
  Role,
  Tag,
  Task,
  TaskChange,
  TaskMove,
} from './types';

const root = '/api/v1';
const projectPath = (id: string, rest = '') => `${root}/projects/${encodeURIComponent(id)}${rest}`;
const taskPath = (id: string, rest = '') => `${root}/tasks/${encodeURIComponent(id)}${rest}`;
const eventPath = (id: string) => `${root}/project-events/${encodeURIComponent(id)}`;
const memberPath = (id: string, userId: string) =>
  projectPath(id, `/members/${encodeURIComponent(userId)}`);

export const projectsApi = {
  async projects(): Promise<Project[]> {
    return (await request<{ projects: Project[] }>('GET', `${root}/projects`)).projects;
  },
  createProject(project: NewProject, idempotencyKey?: string): Promise<Project> {
    return request('POST', `${root}/projects`, { body: project, idempotencyKey });
  },
  changeProject(id: string, change: ProjectChange, ifMatch: string): Promise<Project> {
    return request('PATCH', projectPath(id), { body: change, ifMatch });
  },
  deleteProject(id: string): Promise<void> {
    return request('DELETE', projectPath(id));
  },
  copyProject(
    id: string,
    copy: { name: string; template?: boolean; shiftDays?: number },
    idempotencyKey?: string,
  ): Promise<Project> {
    return request('POST', projectPath(id, '/copies'), { body: copy, idempotencyKey });
  },

  members(id: string): Promise<MemberList> {
    return request('GET', projectPath(id, '/members'));
  },
  invite(
    id: string,
    email: string,
    role: Role,
  ): Promise<{ member?: Member; invitation?: Invitation }> {
    return request('POST', projectPath(id, '/members'), { body: { email, role } });
  },
  changeRole(id: string, userId: string, role: Role, ifMatch: string): Promise<Member> {
    return request('PATCH', memberPath(id, userId), { body: { role }, ifMatch });
  },
  // null: all that the role allows.
  limitMember(
    id: string,
    userId: string,
    permissions: readonly Permission[] | null,
    ifMatch: string,
  ): Promise<void> {
    const path = `${memberPath(id, userId)}/permissions`;
    return request('PUT', path, { body: { permissions }, ifMatch });
  },
  handOver(id: string, userId: string): Promise<Project> {
    return request('PUT', projectPath(id, '/owner'), { body: { userId } });
  },
  removeMember(id: string, userId: string): Promise<void> {
    return request('DELETE', memberPath(id, userId));
  },
  withdraw(id: string, email: string): Promise<void> {
    const query = new URLSearchParams({ email }).toString();
    return request('DELETE', projectPath(id, `/invitations?${query}`));
  },
  async invitations(): Promise<OwnInvitation[]> {
    const path = `${root}/project-invitations`;
    return (await request<{ invitations: OwnInvitation[] }>('GET', path)).invitations;
  },
  accept(id: string): Promise<Project> {
    return request('POST', projectPath(id, '/invitation'));
  },
  decline(id: string): Promise<void> {
    return request('DELETE', projectPath(id, '/invitation'));
  },

  async tasks(projectId: string): Promise<Task[]> {
    return (await request<{ tasks: Task[] }>('GET', projectPath(projectId, '/tasks'))).tasks;
  },
  async myTasks(): Promise<Task[]> {
    return (await request<{ tasks: Task[] }>('GET', `${root}/tasks?assignee=me`)).tasks;
  },
  task(id: string): Promise<Task> {
    return request('GET', taskPath(id));
  },
  createTask(projectId: string, task: NewTask, idempotencyKey?: string): Promise<Task> {
    return request('POST', projectPath(projectId, '/tasks'), { body: task, idempotencyKey });
  },
  changeTask(id: string, change: TaskChange, ifMatch: string): Promise<Task> {
    return request('PATCH', taskPath(id), { body: change, ifMatch });
  },
  moveTask(id: string, move: TaskMove, ifMatch: string): Promise<Task> {
    return request('POST', taskPath(id, '/move'), { body: move, ifMatch });
  },
  deleteTask(id: string, ifMatch: string): Promise<void> {
    return request('DELETE', taskPath(id), { ifMatch });
  },
  async changeTasks(changes: readonly BatchChange[]): Promise<BatchResult[]> {
    const path = `${root}/task-changes`;
    return (await request<{ results: BatchResult[] }>('POST', path, { body: { changes } })).results;
  },

  // Those that touch these days, both included, of the zone.
  async events(
    projectId: string,
    from: string,
    to: string,
    timeZone: string,
  ): Promise<ProjectEvent[]> {
    const query = new URLSearchParams({ from, to, timeZone }).toString();
    const path = projectPath(projectId, `/events?${query}`);
    return (await request<{ events: ProjectEvent[] }>('GET', path)).events;
  },
  event(id: string): Promise<ProjectEvent> {
    return request('GET', eventPath(id));
  },
  createEvent(projectId: string, event: NewEvent, idempotencyKey?: string): Promise<ProjectEvent> {
    return request('POST', projectPath(projectId, '/events'), { body: event, idempotencyKey });
  },
  changeEvent(id: string, change: EventChange, ifMatch: string): Promise<ProjectEvent> {
    return request('PATCH', eventPath(id), { body: change, ifMatch });
  },
  deleteEvent(id: string, ifMatch: string): Promise<void> {
    return request('DELETE', eventPath(id), { ifMatch });
  },

  async tags(projectId: string): Promise<Tag[]> {
    return (await request<{ tags: Tag[] }>('GET', projectPath(projectId, '/tags'))).tags;
  },
  createTag(projectId: string, tag: { name: string; color: string }): Promise<Tag> {
    return request('POST', projectPath(projectId, '/tags'), { body: tag });
  },
  changeTag(tag: Tag, change: { name?: string; color?: string }): Promise<Tag> {
    const path = projectPath(tag.projectId, `/tags/${encodeURIComponent(tag.id)}`);
    return request('PATCH', path, { body: change, ifMatch: tag.etag });
  },
  deleteTag(tag: Tag): Promise<void> {
    const path = projectPath(tag.projectId, `/tags/${encodeURIComponent(tag.id)}`);
    return request('DELETE', path, { ifMatch: tag.etag });
  },

  async comments(taskId: string): Promise<Comment[]> {
    return (await request<{ comments: Comment[] }>('GET', taskPath(taskId, '/comments'))).comments;
  },
  comment(
    taskId: string,
    comment: { text: string; mentions: string[] },
    idempotencyKey?: string,
  ): Promise<Comment> {
    return request('POST', taskPath(taskId, '/comments'), { body: comment, idempotencyKey });
  },
  changeComment(comment: Comment, change: { text: string; mentions: string[] }): Promise<Comment> {
    const path = taskPath(comment.taskId, `/comments/${encodeURIComponent(comment.id)}`);
    return request('PATCH', path, { body: change, ifMatch: comment.etag });
  },
  deleteComment(comment: Comment): Promise<void> {
    return request(
      'DELETE',
      taskPath(comment.taskId, `/comments/${encodeURIComponent(comment.id)}`),
    );
  },
  async attachments(taskId: string): Promise<Attachment[]> {
    const path = taskPath(taskId, '/attachments');
    return (await request<{ attachments: Attachment[] }>('GET', path)).attachments;
  },
  attach(
    taskId: string,
    attachment: { name: string; url: string } | { uploadId: string },
    idempotencyKey?: string,
  ): Promise<Attachment> {
    return request('POST', taskPath(taskId, '/attachments'), { body: attachment, idempotencyKey });
  },
  detach({ taskId, id }: Attachment): Promise<void> {
    return request('DELETE', taskPath(taskId, `/attachments/${encodeURIComponent(id)}`));
  },
  activity(taskId: string, cursor?: string): Promise<ActivityPage> {
    const query = cursor === undefined ? '' : `?cursor=${encodeURIComponent(cursor)}`;
    return request('GET', taskPath(taskId, `/activity${query}`));
  },
};
