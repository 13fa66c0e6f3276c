// The routes of family trees, one function each.

import { pageQuery, request } from '../lib/api';
import type {
  FamilyGraph,
  OwnPerson,
  TreeDifferences,
  TreeFeed,
  TreeFeedLink,
} from '../lib/api_types';
import { language } from '../lib/locale';
import type { BinPage } from '../lib/types';
import { statusOrUsual, typeOrUsual } from './model';
import type {
  AnniversaryKind,
  CoupleChange,
  DifferenceClass,
  Duplicates,
  Fact,
  Findings,
  FoundPersons,
  Graph,
  Invitation,
  Kinship,
  Member,
  MemberList,
  Merge,
  NewFact,
  NewPerson,
  NewPhoto,
  NewRelationship,
  NewSource,
  NewTree,
  NewTreeImportJob,
  OwnInvitation,
  ParentChildChange,
  Person,
  PersonChange,
  Photo,
  PhotoChange,
  ReimportChoices,
  Relationship,
  Role,
  Source,
  Tree,
  TreeChange,
  TreeImportJob,
  TreeReimport,
  Unmerged,
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

const importPath = (id?: string) =>
  `${root}/tree-import-jobs${id === undefined ? '' : `/${encodeURIComponent(id)}`}`;

const reimportPath = (treeId: string, id?: string, rest = '') =>
  treePath(treeId, `/import${id === undefined ? '' : `/${encodeURIComponent(id)}`}${rest}`);

// The bin of deleted trees, or that of the deleted people of a tree.
export type BinOf = 'trees' | { treeId: string };
const binPath = (of: BinOf, rest = '') =>
  of === 'trees' ? `${root}/tree-bin${rest}` : treePath(of.treeId, `/bin${rest}`);

// Where a tree is downloaded as a file.
export const gedcomVersions = ['7.0', '5.5.1'] as const;
export const exportPath = (id: string, version: (typeof gedcomVersions)[number]) =>
  treePath(id, `/export?version=${version}`);

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
  async graph(id: string): Promise<Graph> {
    const graph = await request<FamilyGraph>('GET', treePath(id, '/graph'));
    return {
      persons: graph.persons,
      relationships: graph.relationships.map((each) =>
        each.relationshipType === 'Spousal'
          ? { ...each, status: statusOrUsual(each.status) }
          : { ...each, type: typeOrUsual(each.type) },
      ),
    };
  },

  // Makes a tree of an upload in the background. Nothing is written with `preview`.
  beginImport(job: NewTreeImportJob, idempotencyKey?: string): Promise<TreeImportJob> {
    return request('POST', importPath(), { body: job, idempotencyKey });
  },
  importJob(id: string): Promise<TreeImportJob> {
    return request('GET', importPath(id));
  },
  deleteImport(id: string): Promise<void> {
    return request('DELETE', importPath(id));
  },

  // Compares an upload with a tree in the background, to import it into the tree.
  compareTree(treeId: string, uploadId: string, idempotencyKey?: string): Promise<TreeReimport> {
    return request('POST', reimportPath(treeId), { body: { uploadId }, idempotencyKey });
  },
  reimport(treeId: string, id: string): Promise<TreeReimport> {
    return request('GET', reimportPath(treeId, id));
  },
  differences(
    treeId: string,
    id: string,
    kind: DifferenceClass,
    cursor?: string,
  ): Promise<TreeDifferences> {
    const query = new URLSearchParams({ class: kind, ...(cursor === undefined ? {} : { cursor }) });
    return request('GET', reimportPath(treeId, id, `/differences?${query.toString()}`));
  },
  beginReimport(treeId: string, id: string, choices: ReimportChoices): Promise<TreeReimport> {
    return request('POST', reimportPath(treeId, id, '/begin'), { body: choices });
  },
  undoReimport(treeId: string, id: string): Promise<TreeReimport> {
    return request('POST', reimportPath(treeId, id, '/undo'));
  },
  deleteReimport(treeId: string, id: string): Promise<void> {
    return request('DELETE', reimportPath(treeId, id));
  },

  consistency(id: string): Promise<Findings> {
    return request('GET', treePath(id, '/consistency'));
  },
  duplicates(id: string): Promise<Duplicates> {
    return request('GET', treePath(id, '/duplicates'));
  },

  // The bins have a path each, below which all is the same.
  bin(of: BinOf, after?: string): Promise<BinPage> {
    return request('GET', binPath(of) + pageQuery(after));
  },
  restoreTree(id: string): Promise<Tree> {
    return request('POST', binPath('trees', `/${encodeURIComponent(id)}/restore`));
  },
  restorePerson(treeId: string, id: string): Promise<Person> {
    return request('POST', binPath({ treeId }, `/${encodeURIComponent(id)}/restore`));
  },
  removeForGood(of: BinOf, id: string): Promise<void> {
    return request('DELETE', binPath(of, `/${encodeURIComponent(id)}`));
  },
  emptyBin(of: BinOf): Promise<void> {
    return request('DELETE', binPath(of));
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
  mergePersons(person: Person, other: Person, take: NonNullable<Merge['take']>): Promise<Person> {
    const path = `${personPath(person.treeId, person.personId)}/merge`;
    const body: Merge = { otherId: other.personId, otherEtag: other.etag, take };
    return request('POST', path, { body, ifMatch: person.etag });
  },
  undoMerge(treeId: string, id: string, otherId: string): Promise<Unmerged> {
    return request('POST', `${personPath(treeId, id)}/merge/undo`, { body: { otherId } });
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

  ownPerson(treeId: string): Promise<OwnPerson> {
    return request('GET', treePath(treeId, '/self'));
  },
  setOwnPerson(treeId: string, personId: string | null): Promise<OwnPerson> {
    return request('PUT', treePath(treeId, '/self'), { body: { personId } });
  },

  feed(): Promise<TreeFeed> {
    return request('GET', `${root}/tree-feed`);
  },
  createFeed(kinds: readonly AnniversaryKind[]): Promise<TreeFeedLink> {
    const query = new URLSearchParams({ kinds: kinds.join() }).toString();
    return request('POST', `${root}/tree-feed?${query}`);
  },
  deleteFeed(): Promise<void> {
    return request('DELETE', `${root}/tree-feed`);
  },

  searchPersons(
    treeId: string,
    wanted: { q: string } | { place: string },
    signal: AbortSignal,
  ): Promise<FoundPersons> {
    const query = new URLSearchParams(wanted).toString();
    return request('GET', treePath(treeId, `/search?${query}`), { signal });
  },
  kinship(treeId: string, from: string, to: string): Promise<Kinship> {
    const query = new URLSearchParams({ from, to, language: language() }).toString();
    return request('GET', treePath(treeId, `/kinship?${query}`));
  },
};
