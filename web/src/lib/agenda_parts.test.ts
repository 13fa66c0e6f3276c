import { expect, it, vi } from 'vitest';
import { agendaParts } from './agenda_parts';
import type { AppAgenda } from './agenda_types';

const part: AppAgenda = { addressOf: () => undefined };
const planner = { agenda: 'planner', messages: [], name: () => 'Planner' };

it('loads the part of an app once, and again after a failure', async () => {
  const load = vi
    .fn()
    .mockRejectedValueOnce(new Error('offline'))
    .mockResolvedValue({ default: part });
  const notes = { agenda: 'notes', messages: [], name: () => 'Notes' };
  agendaParts.use([planner, notes, { messages: [], name: () => 'Settings' }], {
    '../planner/agenda.ts': load,
  });
  expect(agendaParts.all).toEqual(['planner']);
  expect(agendaParts.nameOf('planner')).toBe('Planner');
  expect(await agendaParts.of('notes')).toBeUndefined();
  await expect(agendaParts.of('planner')).rejects.toThrow('offline');
  expect(await agendaParts.of('planner')).toBe(part);
  expect(await agendaParts.of('planner')).toBe(part);
  expect(load).toHaveBeenCalledTimes(2);
});
