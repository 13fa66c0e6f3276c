import { expect, it, vi } from 'vitest';
import type { Tree } from '../types';
import { treeBins } from './tree_bins';
import { treeMenu } from './tree_menu';

vi.mock('../../accounts/session.svelte', () => ({ session: { me: { id: 'nora' } } }));

const treeOf = (treeId: string, role: Tree['role'], change: Partial<Tree> = {}) =>
  ({ treeId, treeName: treeId, role, isHandedOver: false, ...change }) as Tree;
const trees = [treeOf('mine', 'owner'), treeOf('ours', 'write'), treeOf('theirs', 'read')];

function start() {
  const api = {
    restoreTree: vi.fn(async () => treeOf('old', 'owner')),
    restorePerson: vi.fn(async () => undefined),
  };
  const data = { api: api as never, trees, learnTree: vi.fn(), refreshGraph: vi.fn() };
  return { api, data };
}

it('has the bins of the trees in which one may write, or that of the one that is shown', () => {
  const { data } = start();
  expect(treeBins(data, undefined).map(({ key }) => key)).toEqual(['trees', 'mine', 'ours']);
  expect(treeBins(data, trees[1]).map(({ key }) => key)).toEqual(['ours']);
});

it('shows what is restored', async () => {
  const { api, data } = start();
  const [ofTrees, ofPeople] = treeBins(data, undefined);
  await ofTrees?.restore('old');
  expect(data.learnTree).toHaveBeenCalledWith(treeOf('old', 'owner'));
  await ofPeople?.restore('ada');
  expect(api.restorePerson).toHaveBeenCalledWith('mine', 'ada');
  expect(data.refreshGraph).toHaveBeenCalledWith('mine');
});

it('offers readers of a tree its files, and writers also a check, an import and the bin', () => {
  const hrefs = (tree: Tree) => treeMenu(tree, 'fan', '?person=a').map(({ href }) => href);
  const files = (id: string) => [
    `/api/v1/trees/${id}/export?version=7.0`,
    `/api/v1/trees/${id}/export?version=5.5.1`,
  ];
  expect(hrefs(treeOf('theirs', 'read'))).toEqual(files('theirs'));
  expect(hrefs(treeOf('ours', 'write', { isHandedOver: true }))).toEqual(files('ours'));
  expect(hrefs(treeOf('ours', 'owner', { isBeingImported: true }))).toEqual(files('ours'));
  expect(hrefs(treeOf('ours', 'write'))).toEqual([
    '/family/check/ours',
    '/family/fan/ours/reimport?person=a',
    ...files('ours'),
    '/family/fan/ours/bin?person=a',
  ]);
});
