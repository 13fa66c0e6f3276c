import type { App } from '../lib/app_type';
import { t } from '../lib/messages';

export const familyTrees: App = {
  address: 'family',
  name: () => t.base.family(),
  page: () => import('./FamilyPage.svelte'),
  messages: ['people', 'family'],
  palette: () => import('./palette'),
  agenda: 'family',
  openPages: { public: async () => (await import('./public/page')).load() },
  firstQuestions: ['/api/v1/trees'],
  scopes: [
    {
      scope: 'family:read',
      name: () => t.accounts.scopes.familyRead.name(),
      about: () => t.accounts.scopes.familyRead.about(),
      example: '/api/v1/trees',
    },
    {
      scope: 'family:write',
      name: () => t.accounts.scopes.familyWrite.name(),
      about: () => t.accounts.scopes.familyWrite.about(),
    },
  ],
  liveEvents: [
    'tree',
    'tree-member',
    'tree-person',
    'tree-relationship',
    'tree-fact',
    'tree-source',
  ],
};
