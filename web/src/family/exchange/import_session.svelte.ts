// Importing a GEDCOM file in two steps: what is in it, then that it becomes a tree.

import { ApiError, messageOf } from '../../lib/api';
import { newFamilyTreeLimits, treeFileLimits } from '../../lib/api_limits';
import { fileSizeText } from '../../lib/file_size';
import { t } from '../../lib/messages';
import { newKey } from '../../lib/new_key';
import type { Family } from '../data.svelte';
import type { Tree, TreeImport } from '../types';

export type ImportStep = 'choose' | 'checking' | 'checked' | 'importing' | 'done';

export const maxFileSize = () => fileSizeText(treeFileLimits.maxLength);

// Why a file cannot be imported; undefined when it may be. What it contains is for the server to say, which knows all
// character sets.
export function fileProblem({ name, size }: File): string | undefined {
  if (size === 0) return t.familyImport.empty({ name });
  if (size <= treeFileLimits.maxLength) return undefined;
  return t.familyImport.tooLarge({ name, size: fileSizeText(size), most: maxFileSize() });
}

// "Smith family.ged" makes a tree “Smith family”.
export function nameOfFile({ name }: File): string {
  const stem = name.replace(/\.[^.]*$/u, '').trim() || name.trim();
  return [...stem].slice(0, newFamilyTreeLimits.treeName.maxLength).join('');
}

export class ImportSession {
  step = $state<ImportStep>('choose');
  file = $state.raw<File>();
  // Of the preview, then of the import.
  report = $state.raw<TreeImport>();
  name = $state('');
  nameProblem = $state('');
  failure = $state('');
  // Another file, or no file, is wanted: whatever is on its way is not.
  #stop = new AbortController();
  // Sent again after a lost reply, the same file and name make one tree.
  #sent = { name: '', key: '' };

  constructor(private readonly data: Pick<Family, 'api' | 'learnTree'>) {}

  get isBusy(): boolean {
    return this.step === 'checking' || this.step === 'importing';
  }

  get tree(): Tree | undefined {
    return this.report?.tree ?? undefined;
  }

  // Nothing is written by it.
  async check(file: File): Promise<void> {
    this.again();
    const { signal } = this.#stop;
    this.file = file;
    const problem = fileProblem(file);
    if (problem !== undefined) return this.#fail('choose', problem);
    this.name = nameOfFile(file);
    this.step = 'checking';
    try {
      const report = await this.data.api.importTree(file, { preview: true }, { signal });
      if (signal.aborted) return;
      this.report = report;
      this.step = 'checked';
    } catch (error) {
      if (!signal.aborted) this.#fail('choose', messageOf(error));
    }
  }

  async run(): Promise<void> {
    const { file, step } = this;
    if (!file || step !== 'checked') return;
    const { signal } = this.#stop;
    const name = this.name.trim();
    this.failure = '';
    this.nameProblem = name === '' ? t.family.tree.giveName() : '';
    if (this.nameProblem) return;
    this.step = 'importing';
    try {
      const options = { idempotencyKey: this.#keyOf(name), signal };
      const report = await this.data.api.importTree(file, { preview: false, name }, options);
      if (report.tree) this.data.learnTree(report.tree);
      if (signal.aborted) return;
      this.report = report;
      this.step = 'done';
    } catch (error) {
      if (signal.aborted) return;
      const isOfName = error instanceof ApiError && error.field === 'name';
      if (isOfName) this.nameProblem = messageOf(error);
      this.#fail('checked', isOfName ? '' : messageOf(error));
    }
  }

  // From the start.
  again(): void {
    this.#stop.abort();
    this.#stop = new AbortController();
    this.#sent = { name: '', key: '' };
    this.step = 'choose';
    this.file = undefined;
    this.report = undefined;
    this.nameProblem = '';
    this.failure = '';
  }

  #fail(step: ImportStep, message: string): void {
    this.failure = message;
    this.step = step;
  }

  #keyOf(name: string): string {
    if (this.#sent.key === '' || this.#sent.name !== name) this.#sent = { name, key: newKey() };
    return this.#sent.key;
  }
}
