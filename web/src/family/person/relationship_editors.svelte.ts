// What is being written about a relationship: of two partners, and of a parent and a child.

import { coupleChangeLimits as limits } from '../../lib/api_limits';
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
import {
  areSame,
  citationsInWords,
  formOfCitations,
  problemOfCitations,
  sentCitations,
  type CitationForm,
} from '../life/citations';
import type { ParentType, SpousalStatus } from '../model';
import { typedDate } from '../typed_date';
import {
  statuses,
  type Couple,
  type CoupleChange,
  type ParentChild,
  type ParentChildChange,
} from '../types';

type EditorData = Pick<Family, 'api' | 'learnRelationship'> & {
  records: Pick<Family['records'], 'sourceOf'>;
};

export interface MarriageForm {
  marriage: string;
  marriagePlace: string;
  divorce: string;
  marriageCitations: CitationForm[];
  divorceCitations: CitationForm[];
}

export interface CoupleForm extends MarriageForm {
  status: SpousalStatus;
  notes: string;
  // Earlier marriages of the same two.
  history: MarriageForm[];
}

export interface ParentForm {
  type: ParentType;
  adoption: string;
  notes: string;
}

export class CoupleEditor extends FormEditor<Couple, CoupleForm> {
  protected override readonly members = ['person1Id', 'person2Id', 'status'] as const;

  constructor(
    private readonly data: EditorData,
    // Who they are, for two of whom no marriage is known.
    private readonly two: Pick<Couple, 'treeId' | 'person1Id' | 'person2Id'>,
    couple: Couple | undefined,
  ) {
    super(couple, formOfCouple(couple), {});
  }

  override versionFields(): VersionField<CoupleForm>[] {
    const words = t.family.kin;
    const { ofMarriage, ofDivorce } = t.family.citations;
    return [
      versionField('status', words.status(), ({ status }) => t.family.relations[status]()),
      ...(['marriage', 'marriagePlace', 'divorce', 'notes'] as const).map((name) =>
        versionField<CoupleForm, typeof name>(name, words[name](), (form) => form[name].trim()),
      ),
      versionField('history', words.history(), ({ history }) =>
        history.map((each) => this.#marriageInWords(each)).join('\n'),
      ),
      versionField('marriageCitations', ofMarriage(), ({ marriageCitations }) =>
        this.#sourcesInWords(marriageCitations),
      ),
      versionField('divorceCitations', ofDivorce(), ({ divorceCitations }) =>
        this.#sourcesInWords(divorceCitations),
      ),
    ];
  }

  protected override formOf(couple: Couple): CoupleForm {
    return formOfCouple(couple);
  }

  protected override check(): ProblemsOf<CoupleForm> {
    const { marriagePlace, notes, history, marriageCitations, divorceCitations } = this.form;
    const ofEarlier = history.flatMap((each) => [
      ...each.marriageCitations,
      ...each.divorceCitations,
    ]);
    return problemsIn<CoupleForm>({
      marriagePlace: tooLong(marriagePlace, limits.marriagePlace.maxLength),
      notes: tooLong(notes, limits.notes.maxLength),
      marriageCitations: problemOfCitations(marriageCitations),
      divorceCitations: problemOfCitations(divorceCitations),
      history: problemOfCitations(ofEarlier),
    });
  }

  protected override async create(): Promise<Couple> {
    const { treeId, person1Id, person2Id } = this.two;
    const { status } = this.form;
    const change = changeOfCouple(formOfCouple(undefined), this.form);
    const sent = { ...change, relationshipType: 'Spousal', person1Id, person2Id, status } as const;
    return this.#saved((await this.data.api.relate(treeId, sent)) as Couple);
  }

  protected override async change(base: Couple): Promise<Couple> {
    const change = changeOfCouple(formOfCouple(base), this.form);
    if (Object.keys(change).length === 0) return base;
    return this.#saved((await this.data.api.changeRelationship(base, change)) as Couple);
  }

  #sourcesInWords(citations: readonly CitationForm[]): string {
    return citationsInWords(citations, (id) => this.data.records.sourceOf(id));
  }

  #marriageInWords(form: MarriageForm): string {
    const { marriage, marriagePlace, divorce, marriageCitations, divorceCitations } = form;
    const sources = [marriageCitations, divorceCitations].map((each) => this.#sourcesInWords(each));
    return [marriage, marriagePlace, divorce, ...sources].filter(Boolean).join(', ');
  }

  #saved(couple: Couple): Couple {
    this.takeOver(couple);
    this.data.learnRelationship(couple);
    return couple;
  }
}

export class ParentEditor extends FormEditor<ParentChild, ParentForm> {
  protected override readonly members = ['parentId', 'childId', 'type'] as const;

  constructor(
    private readonly data: EditorData,
    private readonly ids: ParentChild,
  ) {
    super(ids, formOfParent(ids), {});
  }

  override versionFields(): VersionField<ParentForm>[] {
    const words = t.family.kin;
    return [
      versionField('type', words.type(), ({ type }) => t.family.relations[type]()),
      versionField('adoption', words.adoption(), ({ adoption }) => adoption.trim()),
      versionField('notes', words.notes(), ({ notes }) => notes.trim()),
    ];
  }

  protected override formOf(relationship: ParentChild): ParentForm {
    return formOfParent(relationship);
  }

  protected override check(): ProblemsOf<ParentForm> {
    return problemsIn<ParentForm>({ notes: tooLong(this.form.notes, limits.notes.maxLength) });
  }

  // It was removed meanwhile.
  protected override async create(): Promise<ParentChild> {
    const { treeId, parentId, childId } = this.ids;
    const { type } = this.form;
    const change = changeOfParent({ type, adoption: '', notes: '' }, this.form);
    const sent = { ...change, relationshipType: 'ParentChild', parentId, childId, type } as const;
    return this.#saved((await this.data.api.relate(treeId, sent)) as ParentChild);
  }

  protected override async change(base: ParentChild): Promise<ParentChild> {
    const change = changeOfParent(formOfParent(base), this.form);
    if (Object.keys(change).length === 0) return base;
    return this.#saved((await this.data.api.changeRelationship(base, change)) as ParentChild);
  }

  #saved(relationship: ParentChild): ParentChild {
    this.takeOver(relationship);
    this.data.learnRelationship(relationship);
    return relationship;
  }
}

export function formOfMarriage(marriage: CoupleChange | undefined): MarriageForm {
  return {
    marriage: marriage?.marriageDate ?? marriage?.marriageDateText ?? '',
    marriagePlace: marriage?.marriagePlace ?? '',
    divorce: marriage?.divorceDate ?? marriage?.divorceDateText ?? '',
    marriageCitations: formOfCitations(marriage?.marriageCitations),
    divorceCitations: formOfCitations(marriage?.divorceCitations),
  };
}

export function formOfCouple(couple: Couple | undefined): CoupleForm {
  return {
    ...formOfMarriage(couple),
    status: couple?.status ?? (statuses[0] as SpousalStatus),
    notes: couple?.notes ?? '',
    history: (couple?.history ?? []).map(formOfMarriage),
  };
}

export function formOfParent(relationship: ParentChild): ParentForm {
  return {
    type: relationship.type,
    adoption: relationship.adoptionDate ?? relationship.adoptionDateText ?? '',
    notes: relationship.notes ?? '',
  };
}

// What differs from `before`, which is how the server knows it.
export function changeOfCouple(before: CoupleForm, form: CoupleForm): CoupleChange {
  const change: CoupleChange = {};
  if (form.status !== before.status) change.status = form.status;
  if (typedDate(form.marriage) !== before.marriage) {
    const { day, text } = sentDate(form.marriage);
    Object.assign(change, { marriageDate: day, marriageDateText: text });
  }
  if (typedDate(form.divorce) !== before.divorce) {
    const { day, text } = sentDate(form.divorce);
    Object.assign(change, { divorceDate: day, divorceDateText: text });
  }
  for (const name of ['marriagePlace', 'notes'] as const) {
    const text = form[name].trim();
    if (text !== before[name]) change[name] = text || null;
  }
  for (const name of ['marriageCitations', 'divorceCitations'] as const) {
    if (!areSame(form[name], before[name])) change[name] = sentCitations(form[name]);
  }
  const history = form.history.filter(isFilled);
  if (JSON.stringify(history) !== JSON.stringify(before.history)) {
    change.history = history.map(sentMarriage);
  }
  return change;
}

export function changeOfParent(before: ParentForm, form: ParentForm): ParentChildChange {
  const change: ParentChildChange = {};
  if (form.type !== before.type) change.type = form.type;
  // Only who was adopted has a day of it.
  const adoption = form.type === 'Adoptive' ? form.adoption : '';
  if (typedDate(adoption) !== before.adoption) {
    const { day, text } = sentDate(adoption);
    Object.assign(change, { adoptionDate: day, adoptionDateText: text });
  }
  if (form.notes.trim() !== before.notes) change.notes = form.notes.trim() || null;
  return change;
}

function sentMarriage(form: MarriageForm): Couple['history'][number] {
  const [marriage, divorce] = [sentDate(form.marriage), sentDate(form.divorce)];
  return {
    marriageDate: marriage.day,
    marriageDateText: marriage.text,
    marriagePlace: form.marriagePlace.trim() || null,
    divorceDate: divorce.day,
    divorceDateText: divorce.text,
    marriageCitations: sentCitations(form.marriageCitations),
    divorceCitations: sentCitations(form.divorceCitations),
  };
}

const isFilled = (each: MarriageForm) =>
  [each.marriage, each.marriagePlace, each.divorce].some((text) => text.trim() !== '') ||
  each.marriageCitations.length + each.divorceCitations.length > 0;
