import { describe, expect, it } from 'vitest';
import { addressOf, behind, chartIn, pageOf, queryOf, type PageAddress } from './addresses';

const parts = (address: string) => address.split('/').filter(Boolean);

describe('an address', () => {
  it.each<[string, PageAddress]>([
    ['/family/all', { view: 'all' }],
    ['/family/all/new', { view: 'all', dialog: { kind: 'new' } }],
    ['/family/all/import', { view: 'all', dialog: { kind: 'import' } }],
    ['/family/fan/t1/reimport', { view: 'fan', treeId: 't1', dialog: { kind: 'reimport' } }],
    ['/family/check/t1', { view: 'check', treeId: 't1' }],
    ['/family/fan/t1/bin', { view: 'fan', treeId: 't1', dialog: { kind: 'bin' } }],
    ['/family/all/feed', { view: 'all', dialog: { kind: 'feed' } }],
    ['/family/hourglass/t1', { view: 'hourglass', treeId: 't1' }],
    ['/family/list/tree-001/add', { view: 'list', treeId: 'tree-001', dialog: { kind: 'add' } }],
    [
      '/family/fan/a%20b/person/p%C3%A4',
      { view: 'fan', treeId: 'a b', dialog: { kind: 'person', id: 'pä', tab: 'about' } },
    ],
    [
      '/family/fan/t/person/p/life',
      { view: 'fan', treeId: 't', dialog: { kind: 'person', id: 'p', tab: 'life' } },
    ],
    [
      '/family/related/t/add/partner/p',
      { view: 'related', treeId: 't', dialog: { kind: 'relative', relative: 'partner', id: 'p' } },
    ],
    [
      '/family/ancestors/t/tree/t/people',
      { view: 'ancestors', treeId: 't', dialog: { kind: 'tree', treeId: 't', tab: 'people' } },
    ],
    ['/family/list/t/merge/p', { view: 'list', treeId: 't', dialog: { kind: 'merge', id: 'p' } }],
    [
      '/family/list/t/merge/p/q',
      { view: 'list', treeId: 't', dialog: { kind: 'merge', id: 'p', otherId: 'q' } },
    ],
  ])('%s is a page', (address, page) => {
    expect(pageOf(parts(address))).toEqual(page);
    expect(addressOf(page)).toBe(address);
  });

  it.each([
    '/projects/all',
    '/family/board/t',
    '/family/fan',
    '/family/fan/%E0',
    '/family/fan/t/person',
    '/family/fan/t/add/uncle/p',
    '/family/fan/t/new/x',
    '/family/fan/t/bin/parent/p',
    '/family/check',
    '/family/fan/t/tree/t/tags',
    '/family/all/feed/x',
    '/family/fan/t/person/p/x',
    '/family/fan/t/merge',
    '/family/fan/t/merge/p/q/r',
    '/family/fan/t/person/p/about',
    '/family/fan/a%2Fb',
  ])('%s is none', (address) => {
    expect(pageOf(parts(address))).toBeUndefined();
  });

  it('without more is that of all trees', () => {
    expect(pageOf(['family'])).toEqual({ view: 'all' });
  });

  it('leads from each view to a chart', () => {
    expect((['fan', 'check', 'all'] as const).map(chartIn)).toEqual([
      'fan',
      'hourglass',
      'hourglass',
    ]);
  });

  it('has a page below its dialog, and a query without what is empty', () => {
    const page = {
      view: 'fan',
      treeId: 't',
      dialog: { kind: 'person', id: 'p', tab: 'about' },
    } as const;
    expect(behind(page)).toBe('/family/fan/t');
    expect(queryOf({ person: 'a&b', to: '' })).toBe('?person=a%26b');
    expect(queryOf({})).toBe('');
  });
});
