// The routes of the planner's tasks, one function each.

import { request, requestUnlessSame, type Answer } from '../../lib/api';
import type { DateText, PlannerTask, TaskInput, TaskPatch } from '../types';

const root = '/api/v1/planner/tasks';

function taskAddress(id: string): string {
  return `${root}/${encodeURIComponent(id)}`;
}

export const taskApi = {
  // What is to be done, and what was completed on that day or later. With the ETag of what is known already, nothing is
  // sent that is the same.
  list(completedFrom: DateText, etag?: string): Promise<Answer<{ tasks: PlannerTask[] }>> {
    return requestUnlessSame(`${root}?completedFrom=${completedFrom}`, etag);
  },

  get(id: string): Promise<PlannerTask> {
    return request('GET', taskAddress(id));
  },

  create(input: TaskInput, idempotencyKey?: string): Promise<PlannerTask> {
    return request('POST', root, { body: input, idempotencyKey });
  },

  change(id: string, etag: string, patch: TaskPatch): Promise<PlannerTask> {
    return request('PATCH', taskAddress(id), { body: patch, ifMatch: etag });
  },

  remove(id: string, etag: string): Promise<void> {
    return request('DELETE', taskAddress(id), { ifMatch: etag });
  },

  restoreDeleted(id: string): Promise<PlannerTask> {
    return request('POST', `/api/v1/planner/bin/${encodeURIComponent(id)}/restore`);
  },
};

export type TaskApi = typeof taskApi;
