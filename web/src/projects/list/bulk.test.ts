import { beforeEach, describe, expect, it, vi } from 'vitest';
import { toasts } from '../../lib/toasts.svelte';
import { FakeServer, taskOf } from '../test_things';
import { between, rowsOfGroups } from './rows';

vi.mock('../../accounts/session.svelte', () => ({ session: { me: { id: 'nora' } } }));
const { Projects } = await import('../data.svelte');
const { changeMany, deleteMany, moveMany } = await import('./bulk');

let server: FakeServer;
let data: InstanceType<typeof Projects>;
const all = () => data.tasksOf('garden');

beforeEach(async () => {
  toasts.clear();
  server = new FakeServer();
  for (let at = 0; at < 150; at++) server.add(taskOf({ id: `t${at}`, title: `Task ${at}` }));
  data = new Projects(server.api, () => () => undefined);
  await data.load('garden');
  server.asked();
});

describe('many tasks', () => {
  it('are changed a hundred at a time, and undone together', async () => {
    await changeMany(data, all(), ({ id }) => (id === 't0' ? undefined : { priority: 'HIGH' }));
    expect(server.asked()).toEqual(['batch 100', 'batch 49']);
    expect(all().filter(({ priority }) => priority === 'HIGH')).toHaveLength(149);
    expect(toasts.shown?.text).toBe('Changed 149 tasks');
    toasts.undoNewest();
    await vi.waitFor(() =>
      expect(all().filter(({ priority }) => priority === 'HIGH')).toHaveLength(0),
    );
  });

  it('that are refused do not stop the others, and are said', async () => {
    server.change('t3', { title: 'Other' });
    await changeMany(data, all().slice(0, 5), () => ({ status: 'DONE' }));
    expect(all().filter(({ status }) => status === 'DONE')).toHaveLength(4);
    expect(toasts.list.find(({ kind }) => kind === 'failed')?.text).toBe(
      '1 task could not be changed. changed',
    );
  });

  it('are moved without the sub-tasks of those that are moved', async () => {
    const tasks = [
      taskOf({ id: 'a' }),
      taskOf({ id: 'b', parentId: 'a' }),
      taskOf({ id: 'c', parentId: 'x' }),
    ];
    const sent = vi.fn(async () => []);
    await moveMany({ ...data, api: { ...data.api, changeTasks: sent } } as never, tasks, 'other');
    expect(sent.mock.calls[0]).toMatchObject([[{ id: 'a' }, { id: 'c' }]]);
  });

  it('are deleted, also those that are gone already', async () => {
    server.tasks.delete('t1');
    await deleteMany(data, all().slice(0, 3));
    expect(toasts.shown?.text).toBe('Deleted 3 tasks');
    expect(all()).toHaveLength(147);
  });
});

describe('the rows of a list', () => {
  const groups = [
    { key: 'TODO', tasks: [taskOf({ id: 'a' }), taskOf({ id: 'b' })] },
    { key: 'DONE', tasks: [taskOf({ id: 'c' })] },
  ];

  it('begin with the name of their group, which can be closed', () => {
    expect(
      rowsOfGroups(groups)
        .map(({ kind }) => kind[0])
        .join(''),
    ).toBe('gttgt');
    expect(rowsOfGroups(groups, new Set(['TODO']))).toHaveLength(3);
    expect(rowsOfGroups([{ key: '', tasks: groups[0]?.tasks ?? [] }])).toHaveLength(2);
  });

  it('are ticked from one to another, both ways', () => {
    const rows = rowsOfGroups(groups);
    expect(between(rows, 'c', 'b')).toEqual(['b', 'c']);
    expect(between(rows, 'gone', 'b')).toEqual(['b']);
  });
});
