// Importing a GEDCOM file into a tree that is there: it is sent, the server compares it with the tree, the person chooses what
// of it is taken, and the server writes that. Until then nothing is written, and afterwards it can be undone for a while.

import { SvelteMap } from 'svelte/reactivity';
import { ApiError, messageOf } from '../../lib/api';
import { treeReimportChoicesLimits } from '../../lib/api_limits';
import { followJob } from '../../lib/follow_job';
import { inLanguage } from '../../lib/faults';
import { t } from '../../lib/messages';
import { newKey } from '../../lib/new_key';
import { cancelUpload, upload } from '../../lib/upload';
import type { Family } from '../data.svelte';
import type { DifferenceClass, ReimportChoices, TreeDifference, TreeReimport } from '../types';
import { keptReimport } from './kept_job';
import { fileProblem } from './tree_file';

export type ReimportStep =
  'choose' | 'sending' | 'comparing' | 'compared' | 'writing' | 'done' | 'undoing' | 'undone';

// What of the file is taken, and what of the tree is kept.
export type Choice = TreeDifference['default'];
// Those between which a person can choose.
export const chosenClasses = ['conflict', 'changed', 'new'] as const;
export type ChosenClass = (typeof chosenClasses)[number];

const usualChoices: Record<ChosenClass, Choice> = {
  new: 'take',
  changed: 'take',
  conflict: 'keep',
};

// The differences of one class, page by page.
export class DifferenceList {
  all = $state.raw<readonly TreeDifference[]>([]);
  isLoading = $state(false);
  failure = $state('');
  // Of the next page; null: there is none.
  #next = $state.raw<string | null | undefined>();

  constructor(private readonly load: (cursor?: string) => Promise<Page>) {}

  get hasMore(): boolean {
    return this.#next !== null;
  }

  // Does not throw.
  async more(): Promise<void> {
    if (this.isLoading || !this.hasMore) return;
    this.isLoading = true;
    this.failure = '';
    try {
      const { differences, next } = await this.load(this.#next ?? undefined);
      this.all = [...this.all, ...differences];
      this.#next = next;
    } catch (error) {
      this.failure = messageOf(error);
    } finally {
      this.isLoading = false;
    }
  }
}

interface Page {
  differences: TreeDifference[];
  next: string | null;
}

type Data = Pick<Family, 'api' | 'me' | 'refreshGraph' | 'refreshLists'>;

export class ReimportSession {
  step = $state<ReimportStep>('choose');
  fileName = $state('');
  // Of the step.
  percent = $state(0);
  reimport = $state.raw<TreeReimport>();
  failure = $state('');
  // The server cannot be reached for now.
  isLost = $state(false);
  // What is done with all differences of a class, and with single ones that differ from that.
  #ofClass = $state<Record<ChosenClass, Choice>>({ ...usualChoices });
  readonly #single = new SvelteMap<string, Choice>();
  #lists: Partial<Record<DifferenceClass, DifferenceList>> = {};
  #id = '';
  #uploadId = '';
  #stop = new AbortController();

  constructor(
    private readonly data: Data,
    private readonly treeId: string,
    private readonly send: typeof upload = upload,
  ) {}

  get isBusy(): boolean {
    return ['sending', 'comparing', 'writing', 'undoing'].includes(this.step);
  }

  // The tree is written to, and cannot be changed.
  get isWriting(): boolean {
    return this.step === 'writing' || this.step === 'undoing';
  }

  // What was begun before the page was loaded again, or left.
  async resume(): Promise<void> {
    const kept = keptReimport.read(this.data.me?.id);
    if (kept?.treeId !== this.treeId) return;
    ({ id: this.#id, uploadId: this.#uploadId, fileName: this.fileName } = kept);
    this.step = 'comparing';
    await this.#guarded(async (signal) => {
      const now = await this.data.api.reimport(this.treeId, this.#id);
      if (!signal.aborted) await this.#go(now, signal);
    });
  }

  async compare(file: File): Promise<void> {
    this.again();
    this.fileName = file.name;
    const problem = fileProblem(file);
    if (problem !== undefined) {
      this.failure = problem;
      return;
    }
    this.#enter('sending');
    await this.#guarded(async (signal) => {
      const onprogress = (bytes: number) => (this.percent = (100 * bytes) / file.size);
      const sending = { onprogress, signal, purpose: 'familyTree' as const };
      const uploadId = await this.send(file, sending);
      if (signal.aborted) return cancelUpload(uploadId);
      this.#uploadId = uploadId;
      this.#enter('comparing');
      const begun = await this.data.api.compareTree(this.treeId, uploadId, newKey());
      this.#id = begun.id;
      this.#keep();
      if (!signal.aborted) await this.#go(begun, signal);
    });
  }

  choiceOfClass(kind: ChosenClass): Choice {
    return this.#ofClass[kind];
  }

  // For all of a class, whatever was chosen for one of them.
  chooseAll(kind: ChosenClass, choice: Choice): void {
    this.#ofClass[kind] = choice;
    for (const { id } of this.listOf(kind).all) this.#single.delete(id);
  }

  choiceOf(difference: TreeDifference): Choice {
    const kind = chosenClasses.find((each) => each === difference.class);
    return this.#single.get(difference.id) ?? (kind ? this.#ofClass[kind] : 'keep');
  }

  choose(difference: TreeDifference, choice: Choice): void {
    const kind = chosenClasses.find((each) => each === difference.class);
    if (!kind) return;
    this.failure = '';
    if (this.#ofClass[kind] === choice) this.#single.delete(difference.id);
    else if (this.#single.size < treeReimportChoicesLimits.take.maxItems) {
      this.#single.set(difference.id, choice);
    } else this.failure = t.familyReimport.tooMany();
  }

  // Whether something that it needs is left out.
  lacks({ needs }: TreeDifference): boolean {
    return needs.some((id) => (this.#single.get(id) ?? this.#ofClass.new) === 'keep');
  }

  listOf(kind: DifferenceClass): DifferenceList {
    const load = (cursor?: string) =>
      this.data.api.differences(this.treeId, this.#id, kind, cursor);
    return (this.#lists[kind] ??= new DifferenceList(load));
  }

  async run(): Promise<void> {
    if (this.step !== 'compared') return;
    this.failure = '';
    this.#enter('writing');
    await this.#guarded(
      async (signal) => {
        const begun = await this.data.api.beginReimport(this.treeId, this.#id, this.#choices());
        if (!signal.aborted) await this.#go(begun, signal);
      },
      () => this.#enter('compared'),
    );
  }

  async undo(): Promise<void> {
    if (this.step !== 'done') return;
    this.failure = '';
    this.#enter('undoing');
    await this.#guarded(
      async (signal) => {
        const begun = await this.data.api.undoReimport(this.treeId, this.#id);
        if (!signal.aborted) await this.#go(begun, signal);
      },
      () => this.#enter('done'),
    );
  }

  // From the start; what was sent and compared is not wanted any more.
  discard(): void {
    const [id, uploadId] = [this.#id, this.#uploadId];
    if (id !== '') this.data.api.deleteReimport(this.treeId, id).catch(() => undefined);
    if (uploadId !== '') cancelUpload(uploadId);
    keptReimport.forget();
    this.again();
  }

  again(): void {
    this.leave();
    this.#stop = new AbortController();
    this.#id = this.#uploadId = '';
    this.#enter('choose');
    this.fileName = '';
    this.failure = '';
    this.reimport = undefined;
    this.#ofClass = { ...usualChoices };
    this.#single.clear();
    this.#lists = {};
  }

  // The page is left. What the server writes goes on.
  leave(): void {
    this.#stop.abort();
  }

  #choices(): ReimportChoices {
    const { new: added, changed, conflict } = this.#ofClass;
    const idsOf = (wanted: Choice) =>
      [...this.#single].filter(([, choice]) => choice === wanted).map(([id]) => id);
    return {
      new: added === 'take' ? 'add' : 'skip',
      changed,
      conflicts: conflict,
      take: idsOf('take'),
      keep: idsOf('keep'),
    };
  }

  // Follows it through its states until a person is asked, or it is over.
  async #go(begun: TreeReimport, signal: AbortSignal): Promise<void> {
    this.#show(begun);
    const now = isResting(begun) ? begun : await this.#follow(signal);
    if (!now) return;
    const problem = now.problem
      ? await inLanguage(now.problem.code, now.problem.params, now.problem.text)
      : '';
    if (signal.aborted) return;
    if (now.state === 'compared') {
      this.#enter('compared');
      return;
    }
    if (now.state === 'failed') this.discard();
    else {
      // It can be undone from this dialog, until it is closed.
      keptReimport.forget();
      this.#enter(now.state === 'undone' ? 'undone' : 'done');
      await Promise.all([this.data.refreshGraph(this.treeId), this.data.refreshLists()]);
    }
    this.failure = now.state === 'failed' ? problem || t.familyImport.failed() : problem;
  }

  #follow(signal: AbortSignal): Promise<TreeReimport | undefined> {
    return followJob({
      ask: () => this.data.api.reimport(this.treeId, this.#id),
      isOver: isResting,
      onprogress: (now) => this.#show(now),
      onlost: (isLost) => (this.isLost = isLost),
      signal,
    });
  }

  #show(now: TreeReimport): void {
    this.reimport = now;
    this.percent = now.percent;
    const { state } = now;
    if (state === 'waiting' || state === 'reading') this.step = 'comparing';
    else if (state === 'writing' || state === 'undoing') this.step = state;
  }

  // `back` is where it goes on after a failure; without it, from the start.
  async #guarded(work: (signal: AbortSignal) => Promise<void>, back?: () => void): Promise<void> {
    const { signal } = this.#stop;
    try {
      await work(signal);
    } catch (error) {
      if (signal.aborted) return;
      // Long over, or cancelled elsewhere.
      const isGone = error instanceof ApiError && error.status === 404;
      if (back && !isGone) back();
      else this.discard();
      this.failure = messageOf(error);
    }
  }

  #keep(): void {
    const { treeId, fileName } = this;
    const kept = { treeId, id: this.#id, fileName, uploadId: this.#uploadId };
    keptReimport.write(this.data.me?.id, kept);
  }

  #enter(step: ReimportStep): void {
    this.step = step;
    this.percent = 0;
    this.isLost = false;
  }
}

function isResting({ state }: TreeReimport): boolean {
  return state === 'compared' || state === 'done' || state === 'undone' || state === 'failed';
}
