import { expect, it } from 'vitest';
import { limitOf, type Sharing } from '../../ui/people/sharing';
import type { Role } from '../types';
import { limitsOf, permissionsFor } from './limits';

const texts = (role: Role) => limitsOf(role).map(({ permissions }) => permissions.join(' '));

it('offers all of the role first, then less', () => {
  expect(texts('ADMIN')).toEqual(['READ WRITE MANAGE', 'READ WRITE', 'READ MANAGE', 'READ', '']);
  expect(texts('MEMBER')).toEqual(['READ WRITE', 'READ', '']);
  expect(texts('VIEWER')).toEqual(['READ', '']);
});

it('tells the server of what is less than the role only', () => {
  const told = (role: Role) => limitsOf(role).map((limit) => permissionsFor(role, limit));
  expect(told('MEMBER')).toEqual([null, ['READ'], []]);
});

it('finds what a member may do', () => {
  const sharing = { limits: { ofRole: limitsOf } } as unknown as Sharing<Role>;
  const member = { userId: '1', name: null, email: null, etag: '1', role: 'ADMIN' as Role };
  const name = (permissions: string[]) => limitOf(sharing, { ...member, permissions })?.name;
  expect(name(['READ'])).toBe('Only see');
  expect(name(['READ', 'WRITE', 'MANAGE'])).toBe('All that the role allows');
  expect(name(['WRITE'])).toBeUndefined();
});
