import { expect, it } from 'vitest';
import { offeredRoles, withArticle, type Sharing } from './sharing';

it('puts the right article before a role', () => {
  expect(withArticle('owner')).toBe('an owner');
  expect(withArticle('Editor')).toBe('an Editor');
  expect(withArticle('viewer')).toBe('a viewer');
});

it('lets only owners make others owners', () => {
  const words = { name: '', meaning: '' };
  const roles = { member: words, admin: words, owner: words };
  const offered = (myRole: keyof typeof roles) =>
    offeredRoles({ roles, owner: 'owner', myRole } as Sharing<keyof typeof roles>).map(
      ([role]) => role,
    );
  expect(offered('owner')).toEqual(['member', 'admin', 'owner']);
  expect(offered('admin')).toEqual(['member', 'admin']);
});
