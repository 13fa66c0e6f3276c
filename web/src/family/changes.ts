// What was saved or removed in the dialog of a person, with a way to take it back. What has been changed elsewhere since
// then stays as it is.

import { currentWith } from '../lib/editor/current_state';
import { sayFailure, sayUndoable } from '../lib/live_data/undo';
import { t } from '../lib/messages';
import type { Family } from './data.svelte';
import { formOfFact, sentFact } from './life/fact_editor.svelte';
import { kindInWords } from './life/fact_kinds';
import {
  changeOfCouple,
  changeOfParent,
  formOfCouple,
  formOfParent,
} from './person/relationship_editors.svelte';
import { formOfSource, sentSource } from './sources/source_editor.svelte';
import type { Fact, Relationship, Source } from './types';

type Data = Pick<Family, 'api' | 'records' | 'learnRelationship'>;

export class Changes {
  // What was deleted and came back has another id.
  readonly #newIds = new Map<string, string>();

  constructor(private readonly data: Data) {}

  // `before` is undefined for what is new.
  savedFact(now: Fact, before: Fact | undefined): void {
    if (before?.etag === now.etag) return;
    const name = kindInWords(now.kind);
    sayUndoable(t.family.facts.saved({ name }), async () => {
      if (before) await this.#putFact(now, before);
      else await this.#dropFact(now);
      return t.family.undone({ name });
    });
  }

  async removeFact(fact: Fact): Promise<void> {
    const name = kindInWords(fact.kind);
    try {
      await this.#dropFact(fact);
    } catch (error) {
      return sayFailure(error, () => void this.removeFact(fact));
    }
    sayUndoable(t.family.facts.deleted({ name }), async () => {
      const { treeId, personId } = fact;
      const again = await this.data.api.createFact(treeId, personId, sentFact(formOfFact(fact)));
      this.#newIds.set(this.#idOf(fact.factId), again.factId);
      this.data.records.learnFact(again, again);
      return t.family.undone({ name });
    });
  }

  savedSource(now: Source, before: Source | undefined): void {
    if (before?.etag === now.etag) return;
    const name = now.title;
    sayUndoable(t.family.sources.saved({ name }), async () => {
      if (before) await this.#putSource(now, before);
      else await this.removeSource(now);
      return t.family.undone({ name });
    });
  }

  // Cannot be undone: citations lead to its id.
  async removeSource(source: Source): Promise<void> {
    await this.#onTop(source, source.title, {
      text: sourceText,
      members: ['sourceId', 'title'],
      send: (base) => this.data.api.deleteSource(base),
    });
    this.data.records.learnSource(source, null);
  }

  // `name` says whose relationship it is.
  savedRelationship(now: Relationship, before: Relationship | undefined, name: string): void {
    if (before?.etag === now.etag) return;
    sayUndoable(t.family.kin.saved(), async () => {
      if (before) await this.#putRelationship(now, before, name);
      else await this.#unrelate(now, name);
      return t.family.undone({ name });
    });
  }

  async removeRelationship(relationship: Relationship, name: string): Promise<void> {
    try {
      await this.#unrelate(relationship, name);
    } catch (error) {
      return sayFailure(error, () => void this.removeRelationship(relationship, name));
    }
    sayUndoable(t.family.kin.removed({ name }), async () => {
      const { treeId, createdBy, updatedBy, createdAt, updatedAt, etag, ...kept } = relationship;
      void [createdBy, updatedBy, createdAt, updatedAt, etag];
      this.data.learnRelationship(await this.data.api.relate(treeId, kept));
      return t.family.undone({ name });
    });
  }

  async #dropFact(fact: Fact): Promise<void> {
    const now = { ...fact, factId: this.#idOf(fact.factId) };
    await this.#onTop(now, kindInWords(fact.kind), {
      text: factText,
      members: ['factId', 'kind'],
      send: (base) => this.data.api.deleteFact(base),
    });
    this.data.records.learnFact(now, null);
  }

  async #putFact(now: Fact, wanted: Fact): Promise<void> {
    const base = { ...now, factId: this.#idOf(now.factId) };
    const restored = await this.#onTop(base, kindInWords(now.kind), {
      text: factText,
      members: ['factId', 'kind'],
      send: (on) => this.data.api.changeFact(on, sentFact(formOfFact(wanted))),
    });
    this.data.records.learnFact(restored, restored);
  }

  async #putSource(now: Source, wanted: Source): Promise<void> {
    const restored = await this.#onTop(now, now.title, {
      text: sourceText,
      members: ['sourceId', 'title'],
      send: (on) => this.data.api.changeSource(on, sentSource(formOfSource(wanted))),
    });
    this.data.records.learnSource(restored, restored);
  }

  async #putRelationship(now: Relationship, wanted: Relationship, name: string): Promise<void> {
    const restored = await this.#onTop(now, name, {
      text: relationshipText,
      members: ['relationshipType'],
      send: (on) => this.data.api.changeRelationship(on, changeOf(on, wanted)),
    });
    this.data.learnRelationship(restored);
  }

  async #unrelate(relationship: Relationship, name: string): Promise<void> {
    await this.#onTop(relationship, name, {
      text: relationshipText,
      members: ['relationshipType'],
      send: (on) => this.data.api.unrelate(on),
    });
    this.data.learnRelationship(relationship, true);
  }

  #idOf(id: string): string {
    const newId = this.#newIds.get(id);
    return newId === undefined ? id : this.#idOf(newId);
  }

  // Sends a change that is based on `base`. When that has another version by now, with the same in it, it is based on that.
  async #onTop<Thing extends { etag: string }, Reply>(
    base: Thing,
    name: string,
    { text, members, send }: Sending<Thing, Reply>,
  ): Promise<Reply> {
    try {
      return await send(base);
    } catch (error) {
      const current = currentWith<Thing>(error, ...members);
      if (!current) throw error;
      if (text(current) !== text(base)) throw new ChangedElsewhere(name);
      return send(current);
    }
  }
}

class ChangedElsewhere extends Error {
  constructor(name: string) {
    super(t.family.changedElsewhere({ name }));
    this.name = 'ChangedElsewhere';
  }
}

interface Sending<Thing, Reply> {
  // What people wrote, to compare two versions.
  text: (thing: Thing) => string;
  members: (keyof Thing & string)[];
  send: (base: Thing) => Promise<Reply>;
}

const factText = (fact: Fact) => JSON.stringify(formOfFact(fact));
const sourceText = (source: Source) => JSON.stringify(formOfSource(source));

function relationshipText(each: Relationship): string {
  return JSON.stringify(
    each.relationshipType === 'Spousal' ? formOfCouple(each) : formOfParent(each),
  );
}

function changeOf(now: Relationship, wanted: Relationship) {
  if (now.relationshipType === 'Spousal' && wanted.relationshipType === 'Spousal') {
    return changeOfCouple(formOfCouple(now), formOfCouple(wanted));
  }
  if (now.relationshipType === 'ParentChild' && wanted.relationshipType === 'ParentChild') {
    return changeOfParent(formOfParent(now), formOfParent(wanted));
  }
  return {};
}
