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

export type ParentChild = Pick<
  StoredParentChild,
  'relationshipType' | 'parentId' | 'childId' | 'type'
>;

export type Spousal = Pick<Couple, 'relationshipType' | 'person1Id' | 'person2Id' | 'status'> &
  Partial<Pick<Couple, 'marriageDate' | 'marriageDateText'>>;

export type Relationship = ParentChild | Spousal;

export interface TreeGraph {
  persons: readonly Person[];
  relationships: readonly Relationship[];
}
