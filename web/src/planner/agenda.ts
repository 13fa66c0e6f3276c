// The planner's part of the agenda: what is done to an event or a task there is done as in the planner, with its questions about
// series, its messages and its undo.

import type { AppAgenda } from '../lib/agenda_types';
import { eventLink, isEventId, isTaskId, taskLink } from './addresses';
import ScopeQuestion from '../events/changes/ScopeQuestion.svelte';
import { moveAgendaEvent, removeAgendaEvent } from '../events/event_agenda';
import { plannerApi } from './planner_api';
import { plannerTargets } from './quick_add/targets';
import { completeTask, moveAgendaTask, planTask, removeAgendaTask } from './tasks/task_agenda';

// What another one has invited the person to is answered on the page of the agenda.
const invitationPattern = /^\/api\/v1\/planner\/invitations\/([^/]+)\/([^/]+)$/;

const agenda: AppAgenda = {
  addressOf: ({ kind, id, self, may, start }) => {
    if (may.includes('answer')) {
      const [, ...ids] = invitationPattern.exec(self) ?? [];
      if (ids.length === 0 || start === undefined) return undefined;
      const path = ids.map(encodeURIComponent).join('/');
      return `/agenda/day/${start.slice(0, 10)}/invitation/${path}`;
    }
    if (kind === 'task') return isTaskId(id) ? taskLink(id) : undefined;
    return kind === 'event' && isEventId(id) ? eventLink(id) : undefined;
  },
  complete: completeTask,
  move: (item, to, host) =>
    item.kind === 'task'
      ? moveAgendaTask(item, to, host)
      : moveAgendaEvent(plannerApi, item, to, host),
  plan: planTask,
  remove: (item, host) =>
    item.kind === 'task' ? removeAgendaTask(item, host) : removeAgendaEvent(plannerApi, item, host),
  targets: plannerTargets,
  questions: ScopeQuestion,
};
export default agenda;
