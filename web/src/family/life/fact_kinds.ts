// The kinds of facts that Norn knows by name, as the server writes them. People also name their own.

import { t } from '../../lib/messages';
import { noteKind } from '../types';

// How the server writes a kind, and its name among the messages.
const events = {
  Baptism: 'baptism',
  Christening: 'christening',
  'Adult christening': 'adultChristening',
  'Bar mitzvah': 'barMitzvah',
  'Bat mitzvah': 'batMitzvah',
  Blessing: 'blessing',
  Confirmation: 'confirmation',
  'First communion': 'firstCommunion',
  Ordination: 'ordination',
  Burial: 'burial',
  Cremation: 'cremation',
  Naturalization: 'naturalization',
  Emigration: 'emigration',
  Immigration: 'immigration',
  Census: 'census',
  Probate: 'probate',
  Will: 'will',
  Graduation: 'graduation',
  Retirement: 'retirement',
  Event: 'event',
  Move: 'move',
  'Military service': 'militaryService',
} as const;

const properties = {
  Caste: 'caste',
  'Physical description': 'description',
  Education: 'education',
  'Identity number': 'identityNumber',
  Nationality: 'nationality',
  'Number of children': 'numberOfChildren',
  'Number of marriages': 'numberOfMarriages',
  Occupation: 'occupation',
  Property: 'property',
  Religion: 'religion',
  Residence: 'residence',
  'Social security number': 'socialSecurityNumber',
  Title: 'title',
  Fact: 'fact',
} as const;

const known = { ...events, ...properties };
type Kind = keyof typeof known;

// What happens when a life has ended.
const afterDeath: Partial<Record<string, true>> = { Burial: true, Cremation: true, Probate: true };

export const isAfterDeath = (kind: string) => afterDeath[kind] === true;
export const isKnownKind = (kind: string): kind is Kind => Object.hasOwn(known, kind);

// In the language of who reads it; one's own kinds as they were written.
export function kindInWords(kind: string): string {
  if (kind === noteKind) return t.family.facts.note();
  return isKnownKind(kind) ? t.family.facts.kinds[known[kind]]() : kind;
}

export interface KindGroup {
  name: string;
  kinds: { kind: string; name: string }[];
}

// To choose from, by name.
export function kindGroups(): KindGroup[] {
  return [
    { name: t.family.facts.events(), kinds: namedKinds(Object.keys(events)) },
    { name: t.family.facts.properties(), kinds: namedKinds(Object.keys(properties)) },
  ];
}

function namedKinds(kinds: readonly string[]) {
  return kinds
    .map((kind) => ({ kind, name: kindInWords(kind) }))
    .sort((a, b) => a.name.localeCompare(b.name));
}

// What a new fact begins as.
// eslint-disable-next-line messages/text -- as the server writes it
export const usualKind: Kind = 'Occupation';
