// Projects and tasks for tests, and a server that has them.

import { ApiError } from '../lib/api';
import { CountedCalls } from '../lib/test_calls';
import type { projectsApi } from './projects_api';
import type {
  BatchChange,
  BatchResult,
  Member,
  Project,
  Tag,
  Task,
  TaskChange,
  TaskMove,
} from './types';

const moment = '2026-11-04T09:00:00Z';

export function projectOf(change: Partial<Project> = {}): Project {
  return {
    ...{ id: 'garden', name: 'Garden', description: null, ownerId: 'nora', color: '#3D9152' },
    ...{ status: 'ACTIVE', template: false, createdAt: moment, updatedAt: moment },
    ...{ role: 'OWNER', permissions: ['READ', 'WRITE', 'MANAGE'], etag: 'p1' },
    ...change,
  } as Project;
}

export function taskOf(change: Partial<Task> = {}): Task {
  return {
    ...{ id: 'dig', projectId: 'garden', title: 'Dig', description: null, status: 'TODO' },
    ...{ priority: 'MEDIUM', assigneeId: null, dueDate: null, plannedStart: null },
    ...{ plannedEnd: null, rank: '0000000a0', tagIds: [], checklist: [], parentId: null },
    ...{ subtaskCount: 0, blockedBy: [], repeat: null, completedAt: null, createdBy: 'nora' },
    ...{ updatedBy: null, createdAt: moment, updatedAt: moment, etag: '1' },
    ...change,
  } as Task;
}

export function memberOf(userId: string, name: string): Member {
  return {
    ...{ userId, name, email: null, emailVerified: true, role: 'MEMBER' as const },
    ...{ permissions: ['READ' as const, 'WRITE' as const] },
    ...{ createdAt: moment, updatedAt: moment, etag: '1' },
  };
}

export function tagOf(id: string, name: string): Tag {
  return {
    ...{ id, projectId: 'garden', name, color: '#3D9152', etag: '1' },
    ...{ createdAt: moment, updatedAt: moment },
  };
}

// Every change gives the task another tag; one that is based on another tag is refused.
export class FakeServer extends CountedCalls {
  projects = [projectOf()];
  tasks = new Map<string, Task>();
  // Called before a change is made, for what others do at the same time.
  meanwhile: () => void = () => undefined;
  #changes = 1;

  add(...tasks: Task[]): this {
    for (const task of tasks) this.tasks.set(task.id, task);
    return this;
  }

  // Somebody else changes it.
  change(id: string, change: Partial<Task>): Task {
    const task = { ...this.#get(id), ...change, etag: `${(this.#changes += 1)}` };
    this.tasks.set(id, task);
    return task;
  }

  #get(id: string): Task {
    const task = this.tasks.get(id);
    if (!task) throw new ApiError({ status: 404, title: '', detail: 'not there' });
    return task;
  }

  #changed(id: string, etag: string, change: Partial<Task>): Task {
    this.meanwhile();
    this.meanwhile = () => undefined;
    const current = this.#get(id);
    if (current.etag !== etag) {
      throw new ApiError({ status: 412, title: '', detail: 'changed', current });
    }
    return this.change(id, change);
  }

  readonly api = {
    projects: () => this.answer('projects', () => this.projects),
    invitations: () => this.answer('invitations', () => []),
    tasks: (id: string) =>
      this.answer(`tasks ${id}`, () =>
        [...this.tasks.values()].filter(({ projectId }) => projectId === id),
      ),
    myTasks: () =>
      this.answer('myTasks', () =>
        [...this.tasks.values()].filter(({ assigneeId }) => assigneeId === 'nora'),
      ),
    task: (id: string) => this.answer(`task ${id}`, () => this.#get(id)),
    tags: (id: string) => this.answer(`tags ${id}`, () => []),
    members: (id: string) => this.answer(`members ${id}`, () => ({ members: [], invitations: [] })),
    changeTask: async (id: string, change: TaskChange, etag: string) => {
      await this.answer(`change ${id} ${JSON.stringify(change)}`, () => undefined);
      return this.#changed(id, etag, change as Partial<Task>);
    },
    moveTask: async (id: string, move: TaskMove, etag: string) => {
      await this.answer(`move ${id} ${JSON.stringify(move)}`, () => undefined);
      const { status, projectId } = move;
      return this.#changed(id, etag, {
        ...(status && { status }),
        ...(projectId && { projectId }),
        rank: move.after ? `${this.#get(move.after).rank}5` : '00000000Z',
      });
    },
    deleteTask: async (id: string, etag: string) => {
      await this.answer(`delete ${id}`, () => undefined);
      this.#changed(id, etag, {});
      this.tasks.delete(id);
    },
    changeTasks: async (changes: readonly BatchChange[]) => {
      await this.answer(`batch ${changes.length}`, () => undefined);
      return changes.map((each): BatchResult => {
        try {
          const task = this.#changed(each.id, each.etag, (each.change ?? {}) as Partial<Task>);
          if (each.action !== 'delete') return { id: each.id, status: 200, task };
          this.tasks.delete(each.id);
          return { id: each.id, status: 204 };
        } catch (error) {
          const { status, message } = error as ApiError;
          const problem = { type: '', title: '', status, detail: message, code: 'none' };
          return { id: each.id, status, problem };
        }
      });
    },
  } as unknown as typeof projectsApi;
}
