// Of what the server says about a tree, that which a chart needs. lib/api_types.ts has all of it.

import type {
  ChartPerson,
  Couple,
  CoupleStatus,
  Gender,
  ParentChild as StoredParentChild,
  ParentKind,
} from '../lib/api_types';

export type { Gender };
export type ParentType = ParentKind;
export type SpousalStatus = CoupleStatus;

export type Person = Pick<
  ChartPerson,
  'personId' | 'firstName' | 'lastName' | 'gender' | 'isLiving'
> &
  Partial<ChartPerson>;

export type ParentChild = Pick<StoredParentChild, 'relationshipType' | 'parentId' | 'childId'> & {
  type: ParentType;
};

export type Spousal = Pick<Couple, 'relationshipType' | 'person1Id' | 'person2Id'> & {
  status: SpousalStatus;
} & Partial<Pick<Couple, 'marriageDate' | 'marriageDateText'>>;

export type Relationship = ParentChild | Spousal;

export interface TreeGraph {
  persons: readonly Person[];
  relationships: readonly Relationship[];
}

const [usualType] = Object.keys({
  Biological: 0,
} satisfies Partial<Record<ParentType, 0>>) as ['Biological'];
const [untoldStatus] = Object.keys({
  Unknown: 0,
} satisfies Partial<Record<SpousalStatus, 0>>) as ['Unknown'];

// Of what lies between living people strangers are told nothing, which looks like what is usual.
export const typeOrUsual = (type: ParentType | null): ParentType => type ?? usualType;
export const statusOrUsual = (status: SpousalStatus | null): SpousalStatus =>
  status ?? untoldStatus;
