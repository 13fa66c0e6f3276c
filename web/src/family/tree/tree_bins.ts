// The bins of the family trees: of the tree that is shown; otherwise of deleted trees, and of each tree in which one may
// write.

import { t } from '../../lib/messages';
import type { BinSource } from '../../ui/bin/bin_sections.svelte';
import type { Family } from '../data.svelte';
import { mayWrite, type Tree } from '../types';

type Data = Pick<Family, 'api' | 'trees' | 'learnTree' | 'refreshGraph'>;

export function treeBins(data: Data, shown: Tree | null | undefined): BinSource[] {
  if (shown) return [binOfTree(data, shown)];
  return [binOfTrees(data), ...data.trees.filter(mayWrite).map((tree) => binOfTree(data, tree))];
}

function binOfTrees({ api, learnTree }: Data): BinSource {
  return {
    key: 'trees',
    name: t.family.deletedTrees(),
    list: (after) => api.bin('trees', after),
    restore: async (id) => learnTree(await api.restoreTree(id)),
    remove: (id) => api.removeForGood('trees', id),
    empty: () => api.emptyBin('trees'),
  };
}

function binOfTree(data: Data, { treeId, treeName }: Tree): BinSource {
  const { api } = data;
  return {
    key: treeId,
    name: treeName,
    list: (after) => api.bin({ treeId }, after),
    restore: async (id) => {
      await api.restorePerson(treeId, id);
      // They come back with their relationships.
      await data.refreshGraph(treeId);
    },
    remove: (id) => api.removeForGood({ treeId }, id),
    empty: () => api.emptyBin({ treeId }),
  };
}
