import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LiveEvent } from '../lib/live';
import { toasts } from '../lib/toasts.svelte';
import { FakeServer, projectOf, taskOf } from './test_things';

// Who is signed in asks the page for its address, which there is none of here.
vi.mock('../accounts/session.svelte', () => ({ session: { me: { id: 'nora' } } }));
const { Projects } = await import('./data.svelte');

let server: FakeServer;
let data: InstanceType<typeof Projects>;
let tell: (type: LiveEvent['type'], told?: unknown) => void;

beforeEach(() => {
  vi.useFakeTimers();
  server = new FakeServer().add(taskOf(), taskOf({ id: 'sow', assigneeId: 'nora' }));
  data = new Projects(server.api, (onEvent) => {
    tell = (type, told) => onEvent({ type, data: told });
    return () => undefined;
  });
});
afterEach(() => {
  data.stop();
  toasts.clear();
  vi.useRealTimers();
});

const settled = () => vi.advanceTimersByTimeAsync(500);
const ids = () => data.tasksOf('garden').map(({ id }) => id);

async function start(view: 'board' | 'mine' = 'board') {
  void data.start('nora');
  void data.show(view === 'mine' ? { view } : { view, projectId: 'garden' });
  tell('hello', { resumed: false });
  await settled();
}

describe('a board', () => {
  it('asks for the projects, and for what is in the one that is shown', async () => {
    await start();
    expect(server.asked()).toEqual([
      'invitations',
      'projects',
      'tasks garden',
      'tags garden',
      'members garden',
    ]);
    expect([data.live.status, ...ids()]).toEqual(['ready', 'dig', 'sow']);
  });

  it('is changed by what the stream tells, without asking', async () => {
    await start();
    server.asked();
    tell('project-task', {
      projectId: 'garden',
      id: 'dig',
      task: taskOf({ title: 'Dig!', etag: '9' }),
    });
    tell('project-task', { projectId: 'garden', id: 'sow', task: null });
    tell('project-tag', { projectId: 'garden', id: 't', tag: { id: 't', name: 'wet' } });
    await settled();
    expect(data.known('dig')?.title).toBe('Dig!');
    expect([ids(), data.gone.has('sow')]).toEqual([['dig'], true]);
    expect(data.contentsOf('garden')?.tagOf('t')?.name).toBe('wet');
    expect(server.asked()).toEqual([]);
  });

  it('is loaded again when something may have been missed', async () => {
    await start();
    server.asked();
    server.change('dig', { title: 'Dug' });
    tell('reset');
    await settled();
    expect(server.asked()).toContain('tasks garden');
    expect(data.known('dig')?.title).toBe('Dug');
  });

  it('tells of comments to those who show the task', async () => {
    await start();
    const heard = vi.fn();
    const stop = data.onParts(heard);
    tell('task-comment', { projectId: 'garden', taskId: 'dig', id: 'c', comment: {} });
    stop();
    tell('task-comment', { projectId: 'garden', taskId: 'dig', id: 'd', comment: {} });
    expect(heard.mock.calls).toEqual([['dig']]);
  });
});

describe('the projects', () => {
  it('are by name, as the stream tells', async () => {
    await start();
    tell('project', { projectId: 'attic', project: projectOf({ id: 'attic', name: 'Attic' }) });
    expect(data.projects.map(({ name }) => name)).toEqual(['Attic', 'Garden']);
  });

  it('are asked for again when one is gone, with what is in it', async () => {
    await start();
    server.projects = [];
    tell('project', { projectId: 'garden', project: null });
    await settled();
    expect([data.projects, data.contentsOf('garden')]).toEqual([[], undefined]);
  });

  it('ask for their members again when one comes or goes', async () => {
    await start();
    server.asked();
    tell('project-member', { projectId: 'garden', userId: 'ben', role: 'MEMBER' });
    await settled();
    expect(server.asked().sort()).toEqual(['invitations', 'members garden', 'projects']);
  });
});

describe('what is assigned to me', () => {
  it('is asked for, and follows who is assigned', async () => {
    await start('mine');
    expect([...(data.mine?.keys() ?? [])]).toEqual(['sow']);
    const now = taskOf({ assigneeId: 'nora', etag: '7' });
    tell('project-task', { projectId: 'garden', id: 'dig', task: now });
    tell('project-task', {
      projectId: 'garden',
      id: 'sow',
      task: taskOf({ id: 'sow', etag: '8' }),
    });
    expect([...(data.mine?.keys() ?? [])]).toEqual(['dig']);
    // It went to another project: what comes from there stays.
    tell('project-task', { projectId: 'attic', id: 'dig', task: { ...now, projectId: 'attic' } });
    tell('project-task', { projectId: 'garden', id: 'dig', task: null });
    expect(data.mine?.get('dig')?.projectId).toBe('attic');
  });
});
