// How a file differs from a tree, in words.

import { t } from '../../lib/messages';
import { kindInWords } from '../life/fact_kinds';
import { dateInWords } from '../life_span';
import type { TreeDifference } from '../types';

type Words = () => string;

const person = () => t.family.person;
const kin = () => t.family.kin;
const facts = () => t.family.facts;
const sources = () => t.family.sources;

const labels: Record<string, Words> = {
  firstName: () => person().firstName(),
  middleName: () => person().middleName(),
  lastName: () => person().lastName(),
  birthName: () => person().birthName(),
  preferredName: () => person().preferredName(),
  suffix: () => person().suffix(),
  gender: () => person().gender(),
  birth: () => person().birth(),
  birthPlace: () => person().birthPlace(),
  death: () => person().death(),
  isDeceased: () => person().isDeceased(),
  deathPlace: () => person().deathPlace(),
  biography: () => person().biography(),
  photoUrl: () => person().photo(),
  type: () => kin().type(),
  adoptionDate: () => kin().adoption(),
  status: () => kin().status(),
  marriageDate: () => kin().marriage(),
  marriagePlace: () => kin().marriagePlace(),
  divorceDate: () => kin().divorce(),
  history: () => kin().history(),
  kind: () => facts().kind(),
  date: () => facts().date(),
  place: () => facts().place(),
  value: () => facts().value(),
  notes: () => facts().notes(),
  citations: () => t.family.citations.title(),
  birthCitations: () => t.family.citations.ofBirth(),
  deathCitations: () => t.family.citations.ofDeath(),
  marriageCitations: () => t.family.citations.ofMarriage(),
  divorceCitations: () => t.family.citations.ofDivorce(),
  title: () => sources().title(),
  author: () => sources().author(),
  publication: () => sources().publication(),
  url: () => sources().url(),
  lines: () => t.familyReimport.lines(),
};

// What this page does not know yet is named as the server does.
export function labelOf(name: string): string {
  return Object.hasOwn(labels, name) ? (labels[name]?.() ?? name) : name;
}

const dates = ['birth', 'death', 'date', 'marriageDate', 'divorceDate', 'adoptionDate'];
const isDay = /^\d{4}-\d{2}-\d{2}$/;

// A value as people say it; '' where there is none.
export function valueOf(name: string, value: string | null): string {
  if (value === null) return '';
  if (dates.includes(name)) return dateInWords(isDay.test(value) ? value : null, value);
  if (name === 'gender') return wordIn(t.family.genders, value);
  if (name === 'type' || name === 'status') return wordIn(t.family.relations, value);
  if (name === 'kind') return kindInWords(value);
  if (name === 'isDeceased') return value === 'true' ? t.family.yes() : t.family.no();
  return value;
}

function wordIn(words: Record<string, Words>, value: string): string {
  return Object.hasOwn(words, value) ? (words[value]?.() ?? value) : value;
}

// Whom or what it is about.
export function titleOf({ kind, title, people }: TreeDifference): string {
  const [one, other] = people.map(({ name }) => name || t.family.noName());
  if (one !== undefined && other !== undefined) {
    if (kind === 'parent') return t.family.kin.parentOf({ one, other });
    if (kind === 'couple') return t.family.kin.couple({ one, other });
  }
  return title || (one ?? t.family.noName());
}
