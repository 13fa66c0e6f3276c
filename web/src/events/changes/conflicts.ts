// What an answer of the server means for what a person wanted.

import { ApiError } from '../../lib/api';
import { currentWith } from '../../lib/editor/current_state';
import type { PlannerEvent } from '../types';

// Somebody, or this person elsewhere, changed it since: how it is now. Otherwise undefined.
export function currentOf(error: unknown): PlannerEvent | undefined {
  return currentWith<PlannerEvent>(error, 'etag');
}

export function isGone(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}
