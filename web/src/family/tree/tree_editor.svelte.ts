// What is being written about a tree.

import { newFamilyTreeLimits } from '../../lib/api_limits';
import { currentWith } from '../../lib/editor/current_state';
import { SettingsEditor, versionField } from '../../lib/editor/settings_editor.svelte';
import { t } from '../../lib/messages';
import type { VersionField } from '../../lib/versions';
import type { Family } from '../data.svelte';
import type { Tree, TreeChange } from '../types';

export interface TreeForm {
  treeName: string;
  description: string;
  isPublic: boolean;
  showsLivingNames: boolean;
}

export type TreeProblems = Partial<Record<keyof TreeForm, string>>;

type EditorData = Pick<Family, 'api' | 'learnTree'>;

export class TreeEditor extends SettingsEditor<Tree, TreeForm> {
  constructor(
    private readonly data: EditorData,
    tree: Tree | undefined,
  ) {
    const empty = { treeName: '', description: '', isPublic: false, showsLivingNames: false };
    super(tree, tree ? formOfTree(tree) : empty, {});
  }

  override versionFields(): VersionField<TreeForm>[] {
    const field = versionField<TreeForm, keyof TreeForm>;
    return [
      field('treeName', t.family.tree.name(), ({ treeName }) => treeName.trim()),
      field('description', t.family.tree.description(), ({ description }) => description.trim()),
      field('isPublic', t.family.tree.isPublic(), ({ isPublic }) => yesOrNo(isPublic)),
      field('showsLivingNames', t.family.tree.livingNames(), (form) =>
        yesOrNo(form.showsLivingNames),
      ),
    ];
  }

  protected override formOf(tree: Tree): TreeForm {
    return formOfTree(tree);
  }

  protected override check(): TreeProblems {
    const { treeName, description } = this.form;
    const most = newFamilyTreeLimits;
    const problems: TreeProblems = {};
    if (treeName.trim() === '') problems.treeName = t.family.tree.giveName();
    if ([...treeName.trim()].length > most.treeName.maxLength) {
      problems.treeName = t.family.tooLong({ count: most.treeName.maxLength });
    }
    if ([...description.trim()].length > most.description.maxLength) {
      problems.description = t.family.tooLong({ count: most.description.maxLength });
    }
    return problems;
  }

  protected override async create(): Promise<Tree> {
    const { treeName, description, isPublic, showsLivingNames } = this.form;
    const sent = {
      treeName: treeName.trim(),
      description: description.trim() || null,
      isPublic,
      showsLivingNames,
    };
    return this.#saved(await this.data.api.createTree(sent, this.keyOf(sent)));
  }

  protected override currentOf(error: unknown): Tree | undefined {
    return currentWith<Tree>(error, 'treeName', 'isPublic');
  }

  protected override async change(base: Tree): Promise<Tree> {
    const change = changeOfTree(base, this.form);
    if (Object.keys(change).length === 0) return base;
    return this.#saved(await this.data.api.changeTree(base.treeId, change, base.etag));
  }

  #saved(tree: Tree): Tree {
    this.takeOver(tree);
    this.data.learnTree(tree);
    return tree;
  }
}

function formOfTree({ treeName, description, isPublic, showsLivingNames }: Tree): TreeForm {
  return { treeName, description: description ?? '', isPublic, showsLivingNames };
}

// What differs from `before`, which is how the server knows it.
export function changeOfTree(before: Tree, form: TreeForm): TreeChange {
  const change: TreeChange = {};
  if (form.treeName.trim() !== before.treeName) change.treeName = form.treeName.trim();
  const description = form.description.trim() || null;
  if (description !== (before.description || null)) change.description = description;
  if (form.isPublic !== before.isPublic) change.isPublic = form.isPublic;
  if (form.showsLivingNames !== before.showsLivingNames) {
    change.showsLivingNames = form.showsLivingNames;
  }
  return change;
}

function yesOrNo(isOn: boolean): string {
  return isOn ? t.family.yes() : t.family.no();
}
