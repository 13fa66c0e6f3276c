// What is being written about a person.

import { newFamilyPersonLimits } from '../../lib/api_limits';
import { isDate } from '../../lib/dates';
import { t } from '../../lib/messages';
import type { VersionField } from '../../lib/versions';
import type { Family } from '../data.svelte';
import { FormEditor, versionField as field, type ProblemsOf } from '../form_editor.svelte';
import {
  areSame,
  citationsInWords,
  formOfCitations,
  problemOfCitations,
  sentCitations,
  type CitationForm,
} from '../life/citations';
import type { Gender } from '../model';
import { typedDate } from '../typed_date';
import { genders, type NewPerson, type Person, type PersonChange, type Source } from '../types';

export interface PersonForm {
  firstName: string;
  middleName: string;
  lastName: string;
  birthName: string;
  preferredName: string;
  suffix: string;
  gender: Gender;
  // A full day, or what is known of it.
  birth: string;
  birthPlace: string;
  death: string;
  deathPlace: string;
  isDeceased: boolean;
  biography: string;
  birthCitations: CitationForm[];
  deathCitations: CitationForm[];
}

export type PersonProblems = ProblemsOf<PersonForm>;

type EditorData = Pick<Family, 'api' | 'learnPerson'> & {
  records: Pick<Family['records'], 'sourceOf'>;
};

// Texts that are missing when they are empty.
const optionalTexts = [
  'middleName',
  'birthName',
  'preferredName',
  'suffix',
  'birthPlace',
  'deathPlace',
  'biography',
] as const;

const citationLists = ['birthCitations', 'deathCitations'] as const;

export class PersonEditor extends FormEditor<Person, PersonForm> {
  protected override readonly members = ['personId', 'gender'] as const;

  constructor(
    private readonly data: EditorData,
    // Where a new one goes, and with whom.
    private readonly treeId: string,
    person: Person | undefined,
    form: PersonForm,
    private readonly relatives: () => Pick<
      NewPerson,
      'parents' | 'children' | 'spouses'
    > = () => ({}),
  ) {
    super(person, form, {});
  }

  override versionFields(): VersionField<PersonForm>[] {
    return personVersionFields((id) => this.data.records.sourceOf(id));
  }

  protected override formOf(person: Person): PersonForm {
    return formOfPerson(person);
  }

  protected override check(): PersonProblems {
    return problemsOfPerson(this.form);
  }

  protected override async create(): Promise<Person> {
    const sent = { ...changeOfPerson(formOfNobody(), this.form), ...this.relatives() };
    return this.#saved(await this.data.api.createPerson(this.treeId, sent, this.keyOf(sent)));
  }

  protected override async change(base: Person): Promise<Person> {
    const change = changeOfPerson(formOfPerson(base), this.form);
    if (Object.keys(change).length === 0) return base;
    return this.#saved(await this.data.api.changePerson(base, change));
  }

  #saved(person: Person): Person {
    this.takeOver(person);
    this.data.learnPerson(person.treeId, person.personId, person);
    return person;
  }
}

export function formOfNobody(): PersonForm {
  return {
    firstName: '',
    middleName: '',
    lastName: '',
    birthName: '',
    preferredName: '',
    suffix: '',
    gender: genders.at(-1) as Gender,
    birth: '',
    birthPlace: '',
    death: '',
    deathPlace: '',
    isDeceased: false,
    biography: '',
    birthCitations: [],
    deathCitations: [],
  };
}

export function formOfPerson(person: Person): PersonForm {
  return {
    firstName: person.firstName,
    middleName: person.middleName ?? '',
    lastName: person.lastName,
    birthName: person.birthName ?? '',
    preferredName: person.preferredName ?? '',
    suffix: person.suffix ?? '',
    gender: person.gender,
    birth: person.birthDate ?? person.birthDateText ?? '',
    birthPlace: person.birthPlace ?? '',
    death: person.deathDate ?? person.deathDateText ?? '',
    deathPlace: person.deathPlace ?? '',
    isDeceased: person.isDeceased,
    biography: person.biography ?? '',
    birthCitations: formOfCitations(person.birthCitations),
    deathCitations: formOfCitations(person.deathCitations),
  };
}

export function problemsOfPerson(form: PersonForm): PersonProblems {
  const problems: PersonProblems = {};
  for (const name of ['firstName', 'lastName', ...optionalTexts] as const) {
    const most = newFamilyPersonLimits[name].maxLength;
    if ([...form[name].trim()].length > most) problems[name] = t.family.tooLong({ count: most });
  }
  for (const name of citationLists) {
    const problem = problemOfCitations(form[name]);
    if (problem !== undefined) problems[name] = problem;
  }
  if (form.firstName.trim() === '' && form.lastName.trim() === '') {
    problems.firstName = t.family.person.giveName();
  }
  return problems;
}

// What differs from `before`, which is how the server knows it.
export function changeOfPerson(before: PersonForm, form: PersonForm): PersonChange {
  const change: PersonChange = {};
  if (form.firstName.trim() !== before.firstName) change.firstName = form.firstName.trim();
  if (form.lastName.trim() !== before.lastName) change.lastName = form.lastName.trim();
  for (const name of optionalTexts) {
    const text = form[name].trim();
    if (text !== before[name]) change[name] = text || null;
  }
  if (form.gender !== before.gender) change.gender = form.gender;
  const [birth, death] = [typedDate(form.birth), typedDate(form.death)];
  if (birth !== before.birth) change[isDate(birth) ? 'birthDate' : 'birthDateText'] = birth || null;
  if (death !== before.death) change[isDate(death) ? 'deathDate' : 'deathDateText'] = death || null;
  if (form.isDeceased !== before.isDeceased) change.isDeceased = form.isDeceased;
  for (const name of citationLists) {
    if (!areSame(form[name], before[name])) change[name] = sentCitations(form[name]);
  }
  return change;
}

// How the fields of a person are compared when two people changed them.
const personVersionFields = (
  sourceOf: (id: string) => Source | undefined,
): VersionField<PersonForm>[] => [
  ...(
    [
      'firstName',
      'middleName',
      'lastName',
      'birthName',
      'preferredName',
      'suffix',
      'birth',
      'birthPlace',
      'death',
      'deathPlace',
      'biography',
    ] as const
  ).map((name) =>
    field<PersonForm, typeof name>(name, t.family.person[name](), (form) => form[name].trim()),
  ),
  field('gender', t.family.person.gender(), ({ gender }) => t.family.genders[gender]()),
  field('isDeceased', t.family.person.isDeceased(), ({ isDeceased }) =>
    isDeceased ? t.family.yes() : t.family.no(),
  ),
  field('birthCitations', t.family.citations.ofBirth(), ({ birthCitations }) =>
    citationsInWords(birthCitations, sourceOf),
  ),
  field('deathCitations', t.family.citations.ofDeath(), ({ deathCitations }) =>
    citationsInWords(deathCitations, sourceOf),
  ),
];
