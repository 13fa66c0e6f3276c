// What this page knows of family trees: the trees of the person, and everybody in the one that is shown. Kept up to date by
// live changes.

import { SvelteMap, SvelteSet } from 'svelte/reactivity';
import { session } from '../accounts/session.svelte';
import { ApiError } from '../lib/api';
import { listen, type LiveEvent } from '../lib/live';
import { LiveData } from '../lib/live_data/live_data.svelte';
import { Once } from '../lib/live_data/once';
import type { Me } from '../lib/types';
import type { Shown } from './addresses';
import { familyApi } from './family_api';
import { Records } from './records.svelte';
import { withPerson, withRelationship } from './tree_graph';
import type { Fact, Graph, OwnInvitation, Person, Relationship, Source, Tree } from './types';

const leaveMs = 100;
// A person looks at one tree, and goes back to the one before.
const maxKept = 3;

export class Family {
  // Those that the person owns or is a member of, by name.
  trees = $state.raw<readonly Tree[]>([]);
  invitations = $state.raw<readonly OwnInvitation[]>([]);
  readonly live: LiveData<Shown>;
  // Facts and sources, of the person whose dialog is open.
  readonly records: Records;
  // Public trees of others that were looked at; null where there is none.
  readonly #others = new SvelteMap<string, Tree | null>();
  readonly #graphs = new SvelteMap<string, Graph>();
  readonly #once = new Once();
  // Trees into which a file is imported, and of which changes were heard that are not shown yet.
  readonly #imported = new SvelteSet<string>();
  // What was asked for together with the lists.
  #first: { treeId: string; graph: Promise<Graph> } | undefined;
  #leaving: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly api: typeof familyApi = familyApi,
    listenTo: typeof listen = listen,
  ) {
    this.records = new Records(api);
    this.live = new LiveData<Shown>(
      {
        loadFirst: () => this.#loadFirst(),
        loadShown: (shown) => this.#loadShown(shown),
        reload: () => this.reload(),
        change: (event) => this.#change(event),
        forget: () => this.#forget(),
      },
      listenTo,
    );
  }

  get me(): Me | undefined {
    return session.me ?? undefined;
  }

  // undefined: not known yet; null: there is none that the person may see.
  treeOf(id: string): Tree | null | undefined {
    return this.trees.find(({ treeId }) => treeId === id) ?? this.#others.get(id);
  }

  graphOf(treeId: string): Graph | undefined {
    return this.#graphs.get(treeId);
  }

  start(userId: string): Promise<void> {
    clearTimeout(this.#leaving);
    return this.live.start(userId);
  }

  // The page is left. Another address of it may be on its way, and finds everything as it was.
  leave(): void {
    clearTimeout(this.#leaving);
    this.#leaving = setTimeout(() => this.live.stop(), leaveMs);
  }

  show(shown: Shown): Promise<void> {
    return this.live.show(shown);
  }

  // Everything that is shown, anew. Does not throw.
  async reload(): Promise<void> {
    // What was asked for before may be older.
    await this.#once.settled();
    await this.live.guard(() => this.#loadLists());
    const { shown } = this.live;
    const shownId = shown && 'treeId' in shown ? shown.treeId : undefined;
    for (const id of this.#graphs.keys()) if (id !== shownId) this.#graphs.delete(id);
    this.#others.clear();
    if (shownId !== undefined) await this.live.guard(() => this.#load(shownId));
    await this.records.reload();
  }

  async refreshLists(): Promise<void> {
    await this.live.guard(() => this.#loadLists());
  }

  // The state of a tree, from the reply to a request.
  learnTree(tree: Tree): void {
    this.#others.delete(tree.treeId);
    const others = this.trees.filter(({ treeId }) => treeId !== tree.treeId);
    this.trees = [...others, tree].sort((a, b) => a.treeName.localeCompare(b.treeName));
  }

  forgetTree(id: string): void {
    this.trees = this.trees.filter(({ treeId }) => treeId !== id);
    this.#graphs.delete(id);
    this.#others.set(id, null);
  }

  // The same of a person; null: deleted.
  learnPerson(treeId: string, personId: string, person: Person | null): void {
    this.#put(treeId, (graph) => withPerson(graph, personId, person));
  }

  learnRelationship(relationship: Relationship, isGone = false): void {
    this.#put(relationship.treeId, (graph) =>
      withRelationship(graph, relationship, isGone ? null : relationship),
    );
  }

  // Loads everybody anew: a person came with relationships, which a reply does not have.
  async refreshGraph(treeId: string): Promise<void> {
    await this.live.guard(() => this.#load(treeId));
  }

  // The tree that is shown need not wait until it is known whose it is.
  async #loadFirst(): Promise<void> {
    const { shown } = this.live;
    if (shown && 'treeId' in shown) {
      const { treeId } = shown;
      this.#first = { treeId, graph: this.api.graph(treeId) };
      // Who waits for it hears of a failure.
      this.#first.graph.catch(() => undefined);
    }
    await this.#loadLists();
  }

  async #loadLists(): Promise<void> {
    const { visit } = this.live;
    const [trees, invitations] = await Promise.all([this.api.trees(), this.api.invitations()]);
    if (visit !== this.live.visit) return;
    this.trees = trees;
    this.invitations = invitations;
    this.live.status = 'ready';
  }

  async #loadShown(shown: Shown | undefined): Promise<void> {
    if (!shown || !('treeId' in shown) || this.#graphs.has(shown.treeId)) return;
    await this.live.busyWhile(() => this.#load(shown.treeId));
  }

  #load(id: string): Promise<void> {
    return this.#once.run(id, async () => {
      const { visit } = this.live;
      const first = this.#first;
      this.#first = undefined;
      try {
        const isMine = this.trees.some(({ treeId }) => treeId === id);
        const [tree, graph] = await Promise.all([
          isMine ? undefined : this.api.tree(id),
          first?.treeId === id ? first.graph : this.api.graph(id),
        ]);
        if (visit !== this.live.visit) return;
        if (tree) this.#others.set(id, tree);
        this.#keep(id, graph);
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 404) throw error;
        if (visit === this.live.visit) this.forgetTree(id);
      }
    });
  }

  #keep(id: string, graph: Graph): void {
    this.#graphs.delete(id);
    this.#graphs.set(id, graph);
    const [oldest] = this.#graphs.keys();
    if (this.#graphs.size > maxKept && oldest !== undefined) this.#graphs.delete(oldest);
  }

  #put(treeId: string, change: (graph: Graph) => Graph): void {
    const graph = this.#graphs.get(treeId);
    if (graph) this.#graphs.set(treeId, change(graph));
  }

  #change({ type, data }: LiveEvent): void {
    const event = (data ?? {}) as EventData;
    const { treeId = '' } = event;
    if (type === 'tree') this.#changeTree(treeId, event.tree ?? null);
    else if (type === 'tree-member') this.live.reloadSoon();
    else if (this.treeOf(treeId)?.isBeingImported === true && type !== 'tree-source') {
      // Thousands may come, one by one: everybody is loaded when all is written.
      this.#imported.add(treeId);
    } else if (type === 'tree-person') {
      this.learnPerson(treeId, event.personId ?? '', event.person ?? null);
    } else if (type === 'tree-relationship') {
      const ids = event as Relationship;
      this.#put(treeId, (graph) => withRelationship(graph, ids, event.relationship ?? null));
    } else if (type === 'tree-fact') this.records.learnFact(event as Fact, event.fact ?? null);
    else if (type === 'tree-source') {
      this.records.learnSource(event as Source, event.source ?? null);
    }
  }

  #changeTree(id: string, tree: Tree | null): void {
    if (!tree) return this.forgetTree(id);
    this.learnTree(tree);
    if (tree.isBeingImported || !this.#imported.delete(id)) return;
    if (this.#graphs.has(id)) void this.refreshGraph(id);
    void this.records.reload();
  }

  #forget(): void {
    this.#imported.clear();
    this.trees = [];
    this.invitations = [];
    this.#first = undefined;
    this.#graphs.clear();
    this.#others.clear();
    this.records.forget();
  }
}

interface EventData {
  treeId?: string;
  tree?: Tree | null;
  personId?: string;
  person?: Person | null;
  relationship?: Relationship | null;
  fact?: Fact | null;
  source?: Source | null;
}

export const family = new Family();
