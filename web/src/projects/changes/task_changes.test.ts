import { beforeEach, describe, expect, it, vi } from 'vitest';
import { OfflineError } from '../../lib/api';
import { toasts } from '../../lib/toasts.svelte';
import { FakeServer, taskOf } from '../test_things';

vi.mock('../../accounts/session.svelte', () => ({ session: { me: { id: 'nora' } } }));
const { Projects } = await import('../data.svelte');
const { columnsOf } = await import('../board/columns');
const { TaskChanges } = await import('./task_changes');

const words = () => ({ today: '2026-11-04', hour12: false });
let server: FakeServer;
let data: InstanceType<typeof Projects>;
let changes: InstanceType<typeof TaskChanges>;

beforeEach(async () => {
  toasts.clear();
  server = new FakeServer().add(
    taskOf({ id: 'dig', title: 'Dig', rank: 'a' }),
    taskOf({ id: 'weed', title: 'Weed', rank: 'b' }),
    taskOf({ id: 'sow', title: 'Sow', rank: 'c', status: 'DONE' }),
  );
  data = new Projects(server.api, () => () => undefined);
  changes = new TaskChanges(data, words);
  await data.load('garden');
  server.asked();
});

const columns = () => columnsOf(data.tasksOf('garden'));
const shown = () =>
  columns()
    .map(({ tasks }) => tasks.map(({ id }) => id).join(' '))
    .join('|');
const known = (id: string) => data.known(id) ?? taskOf();
const said = () => toasts.shown?.text;

describe('moving a card', () => {
  it('shows it at once where it was put, and tells the server its neighbours', async () => {
    const moving = changes.move(known('dig'), columns(), { status: 'DONE', index: 1 });
    expect(shown()).toBe('weed|||sow dig');
    await moving;
    expect(server.asked()).toEqual(['move dig {"status":"DONE","after":"sow","before":null}']);
    expect(shown()).toBe('weed|||sow dig');
    expect(said()).toBe('Moved “Dig” to Done');
  });

  it('is undone to where it was', async () => {
    await changes.move(known('weed'), columns(), { status: 'REVIEW', index: 0 });
    server.asked();
    toasts.undoNewest();
    await vi.waitFor(() => expect(said()).toBe('“Weed” is as it was'));
    expect(server.asked()).toEqual(['move weed {"status":"TODO","after":"dig","before":null}']);
  });

  it('to the place where it is does nothing', async () => {
    await changes.move(known('weed'), columns(), { status: 'TODO', index: 1 });
    expect(server.asked()).toEqual([]);
  });

  it('goes on when somebody changed its title meanwhile', async () => {
    server.change('dig', { title: 'Dig deep' });
    await changes.move(known('dig'), columns(), { status: 'REVIEW', index: 0 });
    expect(server.tasks.get('dig')).toMatchObject({ status: 'REVIEW', title: 'Dig deep' });
    expect(known('dig').title).toBe('Dig deep');
  });

  it('is not done when somebody else has moved it meanwhile', async () => {
    server.change('dig', { status: 'IN_PROGRESS', rank: 'x' });
    await changes.move(known('dig'), columns(), { status: 'REVIEW', index: 0 });
    expect(server.tasks.get('dig')?.status).toBe('IN_PROGRESS');
    expect(shown()).toBe('weed|dig||sow');
    expect(said()).toMatch(/^Someone else/);
  });

  it('twice in a row is based on what came of the first time', async () => {
    const first = changes.move(known('dig'), columns(), { status: 'REVIEW', index: 0 });
    const again = data.tasksOf('garden').find(({ id }) => id === 'dig') ?? taskOf();
    await Promise.all([first, changes.move(again, columns(), { status: 'DONE', index: 0 })]);
    expect(server.tasks.get('dig')?.status).toBe('DONE');
    expect(toasts.list.some(({ kind }) => kind === 'failed')).toBe(false);
  });

  it('that fails is taken back, and can be tried again', async () => {
    server.failure = new OfflineError();
    await changes.move(known('dig'), columns(), { status: 'DONE', index: 0 });
    expect(shown()).toBe('dig weed|||sow');
    expect(toasts.shown?.action?.label).toBe('Retry');
  });
});

describe('a change', () => {
  it('is said, and undone', async () => {
    await changes.change(known('dig'), { priority: 'HIGH' }, 'Changed “Dig”');
    expect(known('dig').priority).toBe('HIGH');
    server.asked();
    toasts.undoNewest();
    await vi.waitFor(() => expect(known('dig').priority).toBe('MEDIUM'));
    expect(server.asked()).toEqual(['change dig {"priority":"MEDIUM"}']);
  });

  it('of what somebody else changed meanwhile is refused, and theirs is shown', async () => {
    server.change('dig', { priority: 'LOW' });
    expect(await changes.change(known('dig'), { priority: 'HIGH' }, 'x')).toBeUndefined();
    expect(known('dig').priority).toBe('LOW');
  });

  it('that makes a task due again says so, and is undone with its date', async () => {
    const repeat = { rule: 'FREQ=DAILY', from: 'DUE' as const, timeZone: null };
    server.change('dig', { repeat, dueDate: '2026-11-04T23:59:59Z' });
    await data.load('garden');
    server.api.changeTask = async () => server.change('dig', { dueDate: '2026-11-05T23:59:59Z' });
    await changes.change(known('dig'), { status: 'DONE' }, 'x');
    expect(said()).toBe('Done. “Dig” is due again: Tomorrow');
    const sent = vi.fn(async () => server.change('dig', {}));
    server.api.changeTask = sent;
    toasts.undoNewest();
    await vi.waitFor(() => expect(sent).toHaveBeenCalled());
    expect(sent.mock.calls[0]).toEqual([
      'dig',
      { status: 'TODO', dueDate: '2026-11-04T23:59:59Z' },
      expect.anything(),
    ]);
  });
});

describe('deleting', () => {
  it('forgets the task', async () => {
    expect(await changes.remove(known('dig'))).toBe(true);
    expect([shown(), data.gone.has('dig')]).toEqual(['weed|||sow', true]);
  });

  it('is done when it is gone already, and not when nobody has seen what it is now', async () => {
    server.tasks.delete('dig');
    expect(await changes.remove(known('dig'))).toBe(true);
    server.change('weed', { title: 'Weed all' });
    expect(await changes.remove(known('weed'))).toBe(false);
    expect(known('weed').title).toBe('Weed all');
  });
});
