// What the server says about family trees, in the words of this page. What the objects consist of is in lib/api_types.ts,
// which is made from the program's OpenAPI document.

import type * as api from '../lib/api_types';

export type Tree = api.FamilyTree;
export type NewTree = api.NewFamilyTree;
export type TreeChange = api.FamilyTreeChange;
export type Role = api.TreeMemberRole;
export type Member = api.TreeMember;
export type MemberList = api.TreeMembers;
export type Invitation = api.TreeInvitation;
export type OwnInvitation = api.OwnTreeInvitation;
export type Person = api.FamilyPerson;
export type ChartPerson = api.ChartPerson;
export type Photo = api.Photo;
export type NewPhoto = api.NewPhoto;
export type PhotoChange = api.PhotoChange;
export type NewPerson = api.NewFamilyPerson;
export type PersonChange = api.FamilyPersonChange;
export type Merge = api.FamilyMerge;
export type Unmerged = api.FamilyUnmerged;
export type Relationship = ParentChild | Couple;
export type NewRelationship = api.NewFamilyRelationship;
// Strangers are not told what lies between living people, and take it for what is usual: model.ts.
export type ParentChild = api.ParentChild & { type: api.ParentKind };
export type Couple = api.Couple & { status: api.CoupleStatus };
export type CoupleChange = api.CoupleChange;
export type ParentChildChange = api.ParentChildChange;
export type Fact = api.Fact;
export type NewFact = api.NewFact;
export type Citation = api.Citation;
export type Source = api.Source;
export type NewSource = api.NewSource;
export type Graph = Omit<api.FamilyGraph, 'relationships'> & { relationships: Relationship[] };
export type FoundPersons = api.FoundPersons;
export type Kinship = api.Kinship;
export type TreeImport = api.TreeImport;
export type TreeImportJob = api.TreeImportJob;
export type NewTreeImportJob = api.NewTreeImportJob;
export type TreeReimport = api.TreeReimport;
export type ReimportChoices = api.TreeReimportChoices;
export type TreeDifference = api.TreeDifference;
export type DifferenceClass = TreeDifference['class'];
export type Findings = api.ConsistencyReport;
export type Finding = Findings['findings'][number];
export type Duplicates = api.Duplicates;
export type Duplicate = Duplicates['pairs'][number];

export type AnniversaryKind = api.Anniversaries['anniversaries'][number]['kind'];

export const anniversaryKinds: readonly AnniversaryKind[] = Object.keys({
  birthday: 0,
  deathDay: 0,
  wedding: 0,
} satisfies Record<AnniversaryKind, 0>) as AnniversaryKind[];

export const genders: readonly api.Gender[] = Object.keys({
  Female: 0,
  Male: 0,
  Other: 0,
  Unknown: 0,
} satisfies Record<api.Gender, 0>) as api.Gender[];

export const parentTypes: readonly api.ParentKind[] = Object.keys({
  Biological: 0,
  Adoptive: 0,
  Step: 0,
  Foster: 0,
} satisfies Record<api.ParentKind, 0>) as api.ParentKind[];

export const statuses: readonly api.CoupleStatus[] = Object.keys({
  Married: 0,
  Divorced: 0,
  Widowed: 0,
  Separated: 0,
  Unknown: 0,
} satisfies Record<api.CoupleStatus, 0>) as api.CoupleStatus[];

// A note is a fact of this kind.
// eslint-disable-next-line messages/text -- as the server writes it
export const noteKind = 'Note';

// Strangers read public trees.
export function isMember({ role }: Tree): boolean {
  return role !== 'public';
}

// Whether the person may change the tree, if it can be changed now.
export function isWriter({ role }: Tree): boolean {
  return role === 'write' || role === 'owner';
}

export function mayWrite(tree: Tree): boolean {
  return isWriter(tree) && !tree.isHandedOver && !tree.isBeingImported;
}
