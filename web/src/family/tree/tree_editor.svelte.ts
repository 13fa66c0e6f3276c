// What is being written about a tree.

import { messageOf, type ApiError } from '../../lib/api';
import { newFamilyTreeLimits } from '../../lib/api_limits';
import { currentWith } from '../../lib/editor/current_state';
import { Editor, type Conflict } from '../../lib/editor/editor.svelte';
import { t } from '../../lib/messages';
import { applyChoices, type Choices, type VersionField } from '../../lib/versions';
import type { Family } from '../data.svelte';
import type { Tree, TreeChange } from '../types';

export interface TreeForm {
  treeName: string;
  description: string;
  isPublic: boolean;
  showsLivingNames: boolean;
}

export type TreeProblems = Partial<Record<keyof TreeForm, string>>;

export interface TreeConflict extends Conflict<Tree, TreeForm> {
  theirs: TreeForm;
}

type EditorData = Pick<Family, 'api' | 'learnTree'>;

export class TreeEditor extends Editor<Tree, TreeForm, TreeProblems, TreeConflict> {
  constructor(
    private readonly data: EditorData,
    tree: Tree | undefined,
  ) {
    const empty = { treeName: '', description: '', isPublic: false, showsLivingNames: false };
    super(tree, tree ? formOfTree(tree) : empty, {});
  }

  // Takes what was chosen in a conflict, and saves it on top of the version that was shown.
  async resolve(choices: Choices): Promise<Tree | undefined> {
    const { conflict } = this;
    if (!conflict || this.isBusy) return undefined;
    const { theirs, mine, current } = conflict;
    const chosen = applyChoices(treeVersionFields(), { ...theirs }, mine, choices);
    return this.saveChosen(current, chosen, () => this.#change(current));
  }

  protected override formOf(tree: Tree): TreeForm {
    return formOfTree(tree);
  }

  protected override differs(clean: TreeForm, form: TreeForm): boolean {
    return JSON.stringify(clean) !== JSON.stringify(form);
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

  protected override saveChange(base: Tree): Promise<Tree | undefined> {
    return this.attempt(() => this.#change(base));
  }

  protected override currentOf(error: unknown): Tree | undefined {
    return currentWith<Tree>(error, 'treeName', 'isPublic');
  }

  // What was written is always asked about, because saving is all that can fail so.
  protected override changedTo(current: Tree): void {
    this.ask(current);
    if (this.conflict) this.conflict = { ...this.conflict, theirs: formOfTree(current) };
  }

  protected override isGoneBy(): boolean {
    return false;
  }

  // Any other failure ends the choice between two versions.
  protected override handles(error: unknown): boolean {
    if (!this.currentOf(error)) this.conflict = undefined;
    return false;
  }

  protected override problemsOf(error: ApiError): TreeProblems | undefined {
    const field = Object.keys(this.form).find((each) => each === error.field);
    return field === undefined ? undefined : { [field]: messageOf(error) };
  }

  async #change(base: Tree): Promise<Tree> {
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

// How the fields of a tree are compared when two people changed it.
export const treeVersionFields = (): VersionField<TreeForm>[] => [
  field('treeName', t.family.tree.name(), ({ treeName }) => treeName.trim()),
  field('description', t.family.tree.description(), ({ description }) => description.trim()),
  field('isPublic', t.family.tree.isPublic(), ({ isPublic }) => yesOrNo(isPublic)),
  field('showsLivingNames', t.family.tree.livingNames(), (form) => yesOrNo(form.showsLivingNames)),
];

function yesOrNo(isOn: boolean): string {
  return isOn ? t.family.yes() : t.family.no();
}

function field<Name extends keyof TreeForm>(
  name: Name,
  label: string,
  text: (form: TreeForm) => string,
): VersionField<TreeForm> {
  return { field: name, label, text, take: (form, other) => void (form[name] = other[name]) };
}
