// The routes of family trees, one function each.

import { request } from '../lib/api';
import { language } from '../lib/locale';
import type {
  CoupleChange,
  Fact,
  Graph,
  Invitation,
  Kinship,
  Member,
  MemberList,
  NewFact,
  NewPerson,
  NewRelationship,
  NewSource,
  NewTree,
  OwnInvitation,
  ParentChildChange,
  Person,
  PersonChange,
  Relationship,
  Role,
  Source,
  Tree,
  TreeChange,
} from './types';

const root = '/api/v1';
const treePath = (id: string, rest = '') => `${root}/trees/${encodeURIComponent(id)}${rest}`;
const personPath = (treeId: string, id: string, rest = '') =>
  treePath(treeId, `/persons/${encodeURIComponent(id)}${rest}`);
const factPath = ({ treeId, personId, factId }: Fact) =>
  personPath(treeId, personId, `/facts/${encodeURIComponent(factId)}`);
const sourcePath = ({ treeId, sourceId }: Source) =>
  treePath(treeId, `/sources/${encodeURIComponent(sourceId)}`);
const memberPath = (id: string, userId: string) =>
  treePath(id, `/members/${encodeURIComponent(userId)}`);

function relationshipPath(relationship: Relationship): string {
  const [kind, one, other] =
    relationship.relationshipType === 'Spousal'
      ? ['couples', relationship.person1Id, relationship.person2Id]
      : ['parents', relationship.parentId, relationship.childId];
  const ids = `${encodeURIComponent(one)}/${encodeURIComponent(other)}`;
  return treePath(relationship.treeId, `/relationships/${kind}/${ids}`);
}

export const familyApi = {
  async trees(): Promise<Tree[]> {
    return (await request<{ trees: Tree[] }>('GET', `${root}/trees`)).trees;
  },
  tree(id: string): Promise<Tree> {
    return request('GET', treePath(id));
  },
  createTree(tree: NewTree, idempotencyKey?: string): Promise<Tree> {
    return request('POST', `${root}/trees`, { body: tree, idempotencyKey });
  },
  changeTree(id: string, change: TreeChange, ifMatch: string): Promise<Tree> {
    return request('PATCH', treePath(id), { body: change, ifMatch });
  },
  deleteTree(id: string): Promise<void> {
    return request('DELETE', treePath(id));
  },
  graph(id: string): Promise<Graph> {
    return request('GET', treePath(id, '/graph'));
  },

  members(id: string): Promise<MemberList> {
    return request('GET', treePath(id, '/members'));
  },
  invite(
    id: string,
    email: string,
    role: Role,
  ): Promise<{ member?: Member; invitation?: Invitation }> {
    return request('POST', treePath(id, '/members'), { body: { email, role } });
  },
  changeRole(id: string, userId: string, role: Role, ifMatch: string): Promise<Member> {
    return request('PATCH', memberPath(id, userId), { body: { role }, ifMatch });
  },
  removeMember(id: string, userId: string): Promise<void> {
    return request('DELETE', memberPath(id, userId));
  },
  withdraw(id: string, email: string): Promise<void> {
    const query = new URLSearchParams({ email }).toString();
    return request('DELETE', treePath(id, `/invitations?${query}`));
  },
  handOver(id: string, userId: string): Promise<Tree> {
    return request('PUT', treePath(id, '/owner'), { body: { userId } });
  },
  async invitations(): Promise<OwnInvitation[]> {
    const path = `${root}/tree-invitations`;
    return (await request<{ invitations: OwnInvitation[] }>('GET', path)).invitations;
  },
  accept(id: string): Promise<Tree> {
    return request('POST', treePath(id, '/invitation'));
  },
  decline(id: string): Promise<void> {
    return request('DELETE', treePath(id, '/invitation'));
  },

  person(treeId: string, id: string): Promise<Person> {
    return request('GET', personPath(treeId, id));
  },
  createPerson(treeId: string, person: NewPerson, idempotencyKey?: string): Promise<Person> {
    return request('POST', treePath(treeId, '/persons'), { body: person, idempotencyKey });
  },
  changePerson(person: Person, change: PersonChange): Promise<Person> {
    const path = personPath(person.treeId, person.personId);
    return request('PATCH', path, { body: change, ifMatch: person.etag });
  },
  deletePerson(person: Person): Promise<void> {
    return request('DELETE', personPath(person.treeId, person.personId), { ifMatch: person.etag });
  },

  relate(treeId: string, relationship: NewRelationship): Promise<Relationship> {
    return request('POST', treePath(treeId, '/relationships'), { body: relationship });
  },
  changeRelationship(
    relationship: Relationship,
    change: CoupleChange | ParentChildChange,
  ): Promise<Relationship> {
    const path = relationshipPath(relationship);
    return request('PATCH', path, { body: change, ifMatch: relationship.etag });
  },
  unrelate(relationship: Relationship): Promise<void> {
    return request('DELETE', relationshipPath(relationship), { ifMatch: relationship.etag });
  },

  async facts(treeId: string, personId: string): Promise<Fact[]> {
    return (await request<{ facts: Fact[] }>('GET', personPath(treeId, personId, '/facts'))).facts;
  },
  createFact(
    treeId: string,
    personId: string,
    fact: NewFact,
    idempotencyKey?: string,
  ): Promise<Fact> {
    return request('POST', personPath(treeId, personId, '/facts'), { body: fact, idempotencyKey });
  },
  changeFact(fact: Fact, now: NewFact): Promise<Fact> {
    return request('PUT', factPath(fact), { body: now, ifMatch: fact.etag });
  },
  deleteFact(fact: Fact): Promise<void> {
    return request('DELETE', factPath(fact), { ifMatch: fact.etag });
  },
  async sources(treeId: string): Promise<Source[]> {
    return (await request<{ sources: Source[] }>('GET', treePath(treeId, '/sources'))).sources;
  },
  createSource(treeId: string, source: NewSource, idempotencyKey?: string): Promise<Source> {
    return request('POST', treePath(treeId, '/sources'), { body: source, idempotencyKey });
  },
  changeSource(source: Source, now: NewSource): Promise<Source> {
    return request('PUT', sourcePath(source), { body: now, ifMatch: source.etag });
  },
  deleteSource(source: Source): Promise<void> {
    return request('DELETE', sourcePath(source), { ifMatch: source.etag });
  },

  kinship(treeId: string, from: string, to: string): Promise<Kinship> {
    const query = new URLSearchParams({ from, to, language: language() }).toString();
    return request('GET', treePath(treeId, `/kinship?${query}`));
  },
};
