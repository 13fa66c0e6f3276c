// What the app says, in the language of who reads it: `t.base.close()`, `t.ui.remove({ name })`. The messages are in
// messages/*.json, by area. Those of `app` are always there, in English until `base` is loaded; the others are loaded with
// the pages that use them, so that nothing says anything while a module is evaluated.

import { bundled, loaders, sharedFiles } from 'virtual:messages';
import { language } from './locale';
import type { Area, Messages } from './message_types';

export type { Area, Messages };

export const t = {} as Messages;

// Areas that are there already are not loaded again.
export async function loadMessages(...areas: Exclude<Area, 'app'>[]): Promise<void> {
  const missing = areas.filter((area) => !(area in t)).map((area) => sharedFiles[area] ?? area);
  const load = (file: string) => loaders[language()][file]?.();
  const loaded = await Promise.all([...new Set(missing)].map(load));
  for (const file of loaded) useMessages(file?.default ?? {});
}

export function startMessages(): void {
  useMessages(bundled);
}

export function useMessages(messages: Partial<Messages>): void {
  Object.assign(t, messages);
}
