// What is being written about a fact or a note of a person.

import { newFactLimits as limits } from '../../lib/api_limits';
import { t } from '../../lib/messages';
import type { VersionField } from '../../lib/versions';
import type { Family } from '../data.svelte';
import {
  FormEditor,
  problemsIn,
  sentDate,
  tooLong,
  versionField,
  type ProblemsOf,
} from '../form_editor.svelte';
import { noteKind, type Fact, type NewFact } from '../types';
import {
  citationsInWords,
  formOfCitations,
  problemOfCitations,
  sentCitations,
  type CitationForm,
} from './citations';
import { isKnownKind, kindInWords } from './fact_kinds';

export interface FactForm {
  // '' for one's own, which is in `ownKind`.
  kind: string;
  ownKind: string;
  date: string;
  place: string;
  value: string;
  notes: string;
  citations: CitationForm[];
}

export type FactProblems = ProblemsOf<FactForm>;

export class FactEditor extends FormEditor<Fact, FactForm> {
  protected override readonly members = ['factId', 'kind', 'citations'] as const;

  constructor(
    private readonly data: Pick<Family, 'api' | 'records'>,
    // Whose it is.
    private readonly of: Pick<Fact, 'treeId' | 'personId'>,
    fact: Fact | undefined,
    form: FactForm,
  ) {
    super(fact, form, {});
  }

  get isNote(): boolean {
    return this.form.kind === noteKind;
  }

  override versionFields(): VersionField<FactForm>[] {
    const words = t.family.facts;
    return [
      {
        ...versionField<FactForm, 'kind'>('kind', words.kind(), (form) =>
          kindInWords(kindOf(form)),
        ),
        take: (form, other) => {
          form.kind = other.kind;
          form.ownKind = other.ownKind;
        },
      },
      ...(['date', 'place', 'value', 'notes'] as const).map((name) =>
        versionField<FactForm, typeof name>(name, words[name](), (form) => form[name].trim()),
      ),
      versionField<FactForm, 'citations'>('citations', t.family.citations.title(), (form) =>
        citationsInWords(form.citations, (id) => this.data.records.sourceOf(id)),
      ),
    ];
  }

  protected override formOf(fact: Fact): FactForm {
    return formOfFact(fact);
  }

  protected override check(): FactProblems {
    return problemsOfFact(this.form);
  }

  protected override async create(): Promise<Fact> {
    const { treeId, personId } = this.of;
    const sent = sentFact(this.form);
    return this.#saved(await this.data.api.createFact(treeId, personId, sent, this.keyOf(sent)));
  }

  protected override async change(base: Fact): Promise<Fact> {
    if (!this.isChanged) return base;
    return this.#saved(await this.data.api.changeFact(base, sentFact(this.form)));
  }

  #saved(fact: Fact): Fact {
    this.takeOver(fact);
    this.data.records.learnFact(fact, fact);
    return fact;
  }
}

export function formOfNew(kind: string): FactForm {
  return { kind, ownKind: '', date: '', place: '', value: '', notes: '', citations: [] };
}

export function formOfFact(fact: Fact): FactForm {
  const isKnown = isKnownKind(fact.kind) || fact.kind === noteKind;
  return {
    kind: isKnown ? fact.kind : '',
    ownKind: isKnown ? '' : fact.kind,
    date: fact.date ?? fact.dateText ?? '',
    place: fact.place ?? '',
    value: fact.value ?? '',
    notes: fact.notes ?? '',
    citations: formOfCitations(fact.citations),
  };
}

export function kindOf({ kind, ownKind }: FactForm): string {
  return kind || ownKind.trim();
}

export function sentFact(form: FactForm): NewFact {
  const optional = (text: string) => text.trim() || null;
  const { day, text: dateText } = sentDate(form.date);
  return {
    kind: kindOf(form),
    date: day,
    dateText,
    place: optional(form.place),
    value: optional(form.value),
    notes: optional(form.notes),
    citations: sentCitations(form.citations),
  };
}

export function problemsOfFact(form: FactForm): FactProblems {
  const words = t.family.facts;
  const isNote = form.kind === noteKind;
  return problemsIn<FactForm>({
    ownKind: kindOf(form) === '' ? words.giveKind() : tooLong(form.ownKind, limits.kind.maxLength),
    place: tooLong(form.place, limits.place.maxLength),
    value: tooLong(form.value, limits.value.maxLength),
    notes:
      isNote && form.notes.trim() === ''
        ? words.giveText()
        : tooLong(form.notes, limits.notes.maxLength),
    citations: problemOfCitations(form.citations),
  });
}
