import type { PlannerEvent, Scope } from '../types';

// The id in the bin of what is deleted: of an occurrence, of all from it on, or of its series.
export function binIdOf(
  event: Pick<PlannerEvent, 'id' | 'kind' | 'masterId'>,
  scope: Scope | undefined,
): string {
  if (event.kind !== 'occurrence') return event.id;
  if (scope === 'following') return `following_${event.id}`;
  return scope === 'all' ? (event.masterId ?? event.id) : event.id;
}
