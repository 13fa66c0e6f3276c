// The facts of one person and the sources of their tree: what the dialog of a person shows besides the chart. Kept up to
// date by live changes while it is shown.

import { ApiError, messageOf } from '../lib/api';
import type { familyApi } from './family_api';
import type { Fact, Source } from './types';

export interface ShownPerson {
  treeId: string;
  personId: string;
  // Only members see the list of sources.
  isMember: boolean;
}

type FactIds = Pick<Fact, 'treeId' | 'personId' | 'factId'>;
type SourceIds = Pick<Source, 'treeId' | 'sourceId'>;

export class Records {
  // undefined until they are known.
  facts = $state.raw<readonly Fact[] | undefined>();
  // By title.
  sources = $state.raw<readonly Source[] | undefined>();
  // Why they could not be loaded.
  failure = $state('');
  #shown: ShownPerson | undefined;
  #visit = 0;
  // Something was heard of while a reply was on its way, which may be older.
  #isOutdated = false;

  constructor(private readonly api: Pick<typeof familyApi, 'facts' | 'sources'>) {}

  sourceOf(id: string): Source | undefined {
    return this.sources?.find(({ sourceId }) => sourceId === id);
  }

  async show(shown: ShownPerson): Promise<void> {
    const before = this.#shown;
    if (before?.personId !== shown.personId) this.facts = undefined;
    if (before?.treeId !== shown.treeId) this.sources = undefined;
    this.#shown = shown;
    await this.reload();
  }

  // Does not throw.
  async reload(): Promise<void> {
    const shown = this.#shown;
    if (!shown) return;
    const visit = ++this.#visit;
    this.#isOutdated = false;
    try {
      const [facts, sources] = await Promise.all([
        this.api.facts(shown.treeId, shown.personId),
        shown.isMember ? this.api.sources(shown.treeId) : [],
      ]);
      if (visit !== this.#visit) return;
      [this.facts, this.sources] = [facts, sources];
      this.failure = '';
    } catch (error) {
      // Who was deleted is said by the dialog.
      const isGone = error instanceof ApiError && error.status === 404;
      if (visit === this.#visit && !isGone) this.failure = messageOf(error);
      return;
    }
    if (this.#isOutdated) await this.reload();
  }

  // How a fact is now; null: deleted.
  learnFact({ treeId, personId, factId }: FactIds, fact: Fact | null): void {
    if (treeId !== this.#shown?.treeId || personId !== this.#shown.personId) return;
    this.#isOutdated = true;
    if (!this.facts) return;
    this.facts = replaced(this.facts, fact, (each) => each.factId === factId);
  }

  learnSource({ treeId, sourceId }: SourceIds, source: Source | null): void {
    if (treeId !== this.#shown?.treeId) return;
    this.#isOutdated = true;
    if (!this.sources) return;
    const now = replaced(this.sources, source, (each) => each.sourceId === sourceId);
    this.sources = [...now].sort((a, b) => a.title.localeCompare(b.title));
  }

  // No person is looked at any more: changes are no reason to load anything.
  forget(): void {
    this.#visit++;
    this.#shown = undefined;
    this.facts = this.sources = undefined;
    this.failure = '';
  }
}

// The list with one that is new, changed or (null) gone.
function replaced<T>(all: readonly T[], now: T | null, isIt: (each: T) => boolean): readonly T[] {
  if (now === null) return all.filter((each) => !isIt(each));
  return all.some(isIt) ? all.map((each) => (isIt(each) ? now : each)) : [...all, now];
}
