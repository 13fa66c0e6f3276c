// The people who are named by what is in the agenda. Their names come with it, or the apps are asked once.

import { agendaParts } from '../../lib/agenda_parts';
import { t } from '../../lib/messages';
import type { AgendaData } from '../data.svelte';

export interface KnownPerson {
  id: string;
  name: string;
}

// The person first, then the others by name. Who has no name is left out.
export function knownPeople(data: Pick<AgendaData, 'names'>, myId: string): KnownPerson[] {
  const others = Array.from(data.names, ([id, name]) => ({ id, name })).filter(
    ({ id }) => id !== myId,
  );
  others.sort((one, other) => one.name.localeCompare(other.name));
  return [{ id: myId, name: t.agenda.people.me() }, ...others];
}

// What cannot be asked is asked the next time.
export async function askForNames(data: Pick<AgendaData, 'names'>): Promise<void> {
  const found = await Promise.allSettled(
    agendaParts.all.map(async (app) => (await agendaParts.of(app))?.people?.() ?? []),
  );
  for (const each of found) {
    if (each.status !== 'fulfilled') continue;
    for (const { id, name } of each.value) if (!data.names.has(id)) data.names.set(id, name);
  }
}
