import { describe, expect, it } from 'vitest';
import { drawable, publicAddress, treeAt, viewAt } from './public_tree';

const at = (address: string) => {
  const url = new URL(address, 'http://norn');
  return treeAt(url.pathname.split('/').filter(Boolean), url.searchParams);
};

describe('the address of a public tree', () => {
  it.each(['tree-001', '6f1c', 'a b', 'x.y', 'ä/ö', 'a&b=c'])('of %s leads to it', (id) => {
    expect(at(publicAddress(id))).toBe(id);
  });

  it('has the id in the path if a page may be named like that', () => {
    expect(publicAddress('tree-001')).toBe('/public/trees/tree-001');
    expect(publicAddress('x.y')).toBe('/public/trees?tree=x.y');
  });

  it.each([
    '/public',
    '/public/trees',
    '/public/trees?tree=',
    '/public/people/a',
    '/family/trees/a',
  ])('%s names none', (address) => {
    expect(at(address)).toBeUndefined();
  });

  it('has the kind of the chart', () => {
    expect(viewAt(new URLSearchParams('view=fan'))).toBe('fan');
    expect(viewAt(new URLSearchParams('view=list'))).toBe('hourglass');
  });
});

describe('what is not told of the living', () => {
  it('is drawn like what is usual', () => {
    const couple = { relationshipType: 'Spousal', person1Id: 'a', person2Id: 'b' } as const;
    const dates = { marriageDate: null, marriageDateText: null };
    const parent = { relationshipType: 'ParentChild', parentId: 'a', childId: 'c' } as const;
    const { relationships } = drawable({
      persons: [],
      relationships: [
        { ...couple, ...dates, status: null },
        { ...parent, type: null },
        { ...parent, childId: 'd', type: 'Adoptive' },
      ],
    });
    expect(relationships).toEqual([
      { ...couple, ...dates, status: 'Unknown' },
      { ...parent, type: 'Biological' },
      { ...parent, childId: 'd', type: 'Adoptive' },
    ]);
  });
});
