// What can be done with a tree besides looking at it.

import { t } from '../../lib/messages';
import type { MenuItem } from '../../ui/Menu.svelte';
import { addressOf, type TreeView } from '../addresses';
import { exportPath, gedcomVersions } from '../family_api';
import { mayWrite, type Tree } from '../types';

// `view` is what is shown of the tree below a dialog, and `query` that of its address.
export function treeMenu(tree: Tree, view: TreeView, query = ''): MenuItem[] {
  const { treeId } = tree;
  const files = gedcomVersions.map((version): MenuItem => ({
    label: t.family.menu.export({ version }),
    icon: 'download',
    href: exportPath(treeId, version),
  }));
  if (!mayWrite(tree)) return files;
  const bin = addressOf({ view, treeId, dialog: { kind: 'bin' } });
  const reimport = addressOf({ view, treeId, dialog: { kind: 'reimport' } });
  return [
    { label: t.family.menu.check(), icon: 'check', href: addressOf({ view: 'check', treeId }) },
    { label: t.family.menu.import(), icon: 'upload', href: reimport + query },
    ...files,
    { label: t.ui.bin.title(), icon: 'trash', href: bin + query },
  ];
}
