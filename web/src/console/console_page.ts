// As accounts/settings_page.ts: the list of pages should not name what the console needs.
export const load = () => import('./Console.svelte');
