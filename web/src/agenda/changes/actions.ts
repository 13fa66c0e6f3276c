// What a person does to an item where it is shown. The app that it is of does it, says it, and takes it back; here it is only
// shown at once, until that is over.

import { agendaParts } from '../../lib/agenda_parts';
import { messageOf } from '../../lib/api';
import { t } from '../../lib/messages';
import { preferences } from '../../lib/preferences.svelte';
import { router } from '../../lib/router.svelte';
import { toasts } from '../../lib/toasts.svelte';
import type { AgendaData } from '../data.svelte';
import type {
  AgendaHost,
  AgendaSpan,
  AppAgenda,
  Item,
  UnscheduledTask,
  UntimedItem,
} from '../types';
import { openQuestions } from './questions.svelte';

type Data = Pick<AgendaData, 'zone' | 'refresh' | 'place'>;

export async function openItem(item: UntimedItem & { start?: string }): Promise<void> {
  await withPart(item, (part) => {
    const address = part.addressOf(item);
    if (address !== undefined) router.go(address);
    else toasts.failed(t.agenda.notHere({ title: item.title }));
    return undefined;
  });
}

// When something is ticked in the list of what has no time, `key` is none of the days'.
export async function tickItem(
  data: Data,
  item: UntimedItem & { key?: string },
  isDone: boolean,
): Promise<void> {
  const { key, task } = item;
  const takeBack =
    key !== undefined && task ? data.place(key, { task: { ...task, done: isDone } }) : undefined;
  await withPart(item, (part) => part.complete?.(item, isDone, hostOf(data)));
  takeBack?.();
}

export async function moveItem(data: Data, item: Item, to: AgendaSpan): Promise<void> {
  const takeBack = data.place(item.key, to);
  await withPart(item, (part) => part.move?.(item, to, hostOf(data)));
  takeBack();
}

export async function planTask(data: Data, task: UnscheduledTask, to: AgendaSpan): Promise<void> {
  await withPart(task, (part) => part.plan?.(task, to, hostOf(data)));
}

export async function removeItem(data: Data, item: Item): Promise<void> {
  await withPart(item, (part) =>
    // What is deleted with a question is opened.
    part.remove ? part.remove(item, hostOf(data)) : openItem(item),
  );
}

function hostOf(data: Data): AgendaHost {
  return {
    zone: data.zone,
    newMinutes: preferences.newMinutes,
    refresh: () => data.refresh(),
  };
}

async function withPart(
  { app }: Pick<Item, 'app'>,
  act: (part: AppAgenda) => Promise<void> | undefined,
): Promise<void> {
  try {
    const part = await agendaParts.of(app);
    if (part?.questions) openQuestions.add(app, part.questions);
    if (part) await act(part);
  } catch (error) {
    toasts.failed(t.agenda.partNotLoaded({ why: messageOf(error) }));
  }
}
