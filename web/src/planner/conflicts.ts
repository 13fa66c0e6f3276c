// What an answer of the server means for what a person wanted.

import { ApiError } from '../lib/api';
import type { PlannerEvent } from './types';

// Somebody, or this person elsewhere, changed it since: how it is now. Otherwise undefined.
export function currentOf(error: unknown): PlannerEvent | undefined {
  if (!(error instanceof ApiError) || error.status !== 409) return undefined;
  const { current } = error;
  const isEvent = typeof current === 'object' && current !== null && 'etag' in current;
  return isEvent ? (current as PlannerEvent) : undefined;
}

export function isGone(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}
