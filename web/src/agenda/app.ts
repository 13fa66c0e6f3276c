import type { App } from '../lib/app_type';
import { t } from '../lib/messages';

export const agenda: App = {
  address: 'agenda',
  name: () => t.base.agenda(),
  page: () => import('./AgendaPage.svelte'),
  messages: ['agenda', 'grid'],
  usualView: 'week',
  firstQuestions: ['/api/v1/agenda/preferences'],
};
