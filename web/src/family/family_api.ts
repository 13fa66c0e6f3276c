// The routes of family trees, one function each.

import { request } from '../lib/api';
import { language } from '../lib/locale';
import type {
  Graph,
  Invitation,
  Kinship,
  Member,
  MemberList,
  NewPerson,
  NewPhoto,
  NewRelationship,
  NewTree,
  OwnInvitation,
  Person,
  PersonChange,
  Photo,
  PhotoChange,
  Relationship,
  Role,
  Tree,
  TreeChange,
} from './types';

const root = '/api/v1';
const treePath = (id: string, rest = '') => `${root}/trees/${encodeURIComponent(id)}${rest}`;
const personPath = (treeId: string, id: string) =>
  treePath(treeId, `/persons/${encodeURIComponent(id)}`);
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

  async photos(treeId: string, personId: string): Promise<Photo[]> {
    const path = `${personPath(treeId, personId)}/photos`;
    return (await request<{ photos: Photo[] }>('GET', path)).photos;
  },
  addPhoto(
    treeId: string,
    personId: string,
    photo: NewPhoto,
    idempotencyKey?: string,
  ): Promise<Photo> {
    const path = `${personPath(treeId, personId)}/photos`;
    return request('POST', path, { body: photo, idempotencyKey });
  },
  changePhoto(photo: Photo, change: PhotoChange): Promise<Photo> {
    return request('PATCH', photo.url, { body: change, ifMatch: photo.etag });
  },
  deletePhoto(photo: Photo): Promise<void> {
    return request('DELETE', photo.url, { ifMatch: photo.etag });
  },

  relate(treeId: string, relationship: NewRelationship): Promise<Relationship> {
    return request('POST', treePath(treeId, '/relationships'), { body: relationship });
  },
  unrelate(relationship: Relationship): Promise<void> {
    return request('DELETE', relationshipPath(relationship), { ifMatch: relationship.etag });
  },
  kinship(treeId: string, from: string, to: string): Promise<Kinship> {
    const query = new URLSearchParams({ from, to, language: language() }).toString();
    return request('GET', treePath(treeId, `/kinship?${query}`));
  },
};
