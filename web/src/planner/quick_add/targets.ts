// What a line typed in the agenda becomes in the planner: an event.

import {
  fits,
  type QuickAddContext,
  type QuickAddReading,
  type QuickAddTarget,
} from '../../lib/agenda_types';
import { t } from '../../lib/messages';
import { loadTranslate } from '../../when/words/line_session.svelte';
import { wallAt } from '../../when/zones/zones';
import { newColor } from '../../events/new_color';
import { plannerApi } from '../planner_api';
import { reminderList } from '../../events/editor/event_words';
import type { EventDraft } from '../../events/types';
import type { ParsedLine } from '../../events/quick_add/parse';
import {
  inputOfDraft,
  repeatsInWords,
  whenInWords,
  zoneInWords,
} from '../../events/quick_add/words';

export async function plannerTargets(context: QuickAddContext): Promise<QuickAddTarget[]> {
  const [{ parse }, translate, { preferences, tags }] = await Promise.all([
    import('../../events/quick_add/parse'),
    loadTranslate(),
    plannerApi.bootstrap(),
  ]);
  const { zone, isDayFirst } = context;
  const read = (text: string) => {
    const parsed = parse(text, {
      ...{ nowMs: context.nowMs(), zone, isDayFirst, preferences, tags, translate },
    });
    return readingOf(parsed, context);
  };
  return [{ key: 'planner', name: t.base.planner(), read }];
}

function readingOf({ draft, pieces }: ParsedLine, context: QuickAddContext): QuickAddReading {
  const { zone } = context;
  const hour12 = context.hour12();
  const today = wallAt(context.nowMs(), zone).slice(0, 10);
  const isDated = pieces.some(({ kind }) => kind === 'when' || kind === 'rule');
  const facts = [
    whenInWords(draft, today, hour12),
    zoneInWords(draft, zone, hour12),
    repeatsInWords(draft, zone, hour12),
    draft.location ?? '',
    ...(draft.tags ?? []).map((tag) => `#${tag}`),
    draft.reminderMinutes === undefined ? '' : reminderList(draft.reminderMinutes),
  ];
  return {
    pieces,
    fit: isDated ? fits.usual : fits.fallback,
    title: draft.title ?? '',
    facts: facts.filter((fact) => fact !== ''),
    at: atOf(draft),
    problem: draft.title === undefined ? t.eventEditor.quickAdd.needsTitle() : '',
    create: async (key) => {
      const color = draft.color ?? newColor([], []);
      const event = await plannerApi.create({ ...inputOfDraft(draft, zone), color }, key);
      return { undo: () => plannerApi.remove(event.id, event.etag) };
    },
  };
}

// By the clock of another zone, it is not known here when it is.
function atOf({ start, end = start, isAllDay, tzid, location }: EventDraft): QuickAddReading['at'] {
  if (tzid !== undefined) return undefined;
  return { kind: 'event', start, end, allDay: isAllDay, location };
}
