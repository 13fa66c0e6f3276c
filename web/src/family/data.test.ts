import { describe, expect, it, vi } from 'vitest';
import type { LiveEvent } from '../lib/live';
import type { Graph, Person, Tree } from './types';

vi.mock('../accounts/session.svelte', () => ({ session: { me: { id: 'nora' } } }));
const { Family } = await import('./data.svelte');

const tree = (change: Partial<Tree> = {}) =>
  ({ treeId: 't', treeName: 'Berg', role: 'owner', isBeingImported: false, ...change }) as Tree;
const person = (personId: string) => ({ personId, firstName: personId }) as Person;

// A page that shows the tree, and what others change in it.
async function shown() {
  const graph: Graph = { persons: [], relationships: [] };
  const calls: string[] = [];
  const answer = <T>(call: string, value: T) => {
    calls.push(call);
    return Promise.resolve(value);
  };
  const api = {
    trees: () => answer('trees', [tree()]),
    invitations: () => answer('invitations', []),
    graph: () => answer('graph', { ...graph, persons: [...graph.persons] }),
  };
  let hear: (event: LiveEvent) => void = () => undefined;
  const listen = (listener: (event: LiveEvent) => void) => {
    hear = listener;
    listener({ type: 'hello', data: { resumed: false } } as LiveEvent);
    return () => undefined;
  };
  const family = new Family(api as never, listen as never);
  void family.show({ view: 'list', treeId: 't' });
  await family.start('nora');
  const change = (type: string, data: object) => hear({ type, data } as LiveEvent);
  const names = () => family.graphOf('t')?.persons.map(({ personId }) => personId);
  return { family, graph, calls, change, names };
}

describe('the page of a tree', () => {
  it('asks for the tree together with the lists, once', async () => {
    const { calls, names } = await shown();
    expect(names()).toEqual([]);
    expect(calls.toSorted()).toEqual(['graph', 'invitations', 'trees']);
  });

  it('shows what others add', async () => {
    const { change, names } = await shown();
    change('tree-person', { treeId: 't', personId: 'ada', person: person('ada') });
    expect(names()).toEqual(['ada']);
  });

  it('loads everybody once when a file was imported', async () => {
    const { graph, calls, change, names } = await shown();
    calls.length = 0;
    change('tree', { treeId: 't', tree: tree({ isBeingImported: true }) });
    for (const id of ['ada', 'ben', 'carl']) {
      graph.persons.push(person(id) as never);
      change('tree-person', { treeId: 't', personId: id, person: person(id) });
    }
    expect([names(), calls]).toEqual([[], []]);
    change('tree', { treeId: 't', tree: tree() });
    await vi.waitFor(() => expect(names()).toEqual(['ada', 'ben', 'carl']));
    expect(calls).toEqual(['graph']);
  });
});
