import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';

export default ts.config(
  { ignores: ['dist/', 'node_modules/'] },
  js.configs.recommended,
  ...ts.configs.strict,
  ...svelte.configs.recommended,
  {
    languageOptions: { globals: { ...globals.browser, ...globals.node } },
    rules: {
      'max-lines': ['error', { max: 300 }],
      'max-lines-per-function': ['error', { max: 60 }],
      'no-console': 'error',
      'no-warning-comments': 'error',
      'svelte/no-at-html-tags': 'error',
      // The content security policy has no inline styles; `style:` directives set properties instead.
      'no-restricted-syntax': ['error', 'SvelteAttribute[key.name="style"]'],
    },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser } },
  },
  // Who may use whom: `lib` nobody, `grid` lib, an app these and who is signed in, `app` everybody.
  restricted('lib', ['app', 'accounts', 'grid', 'calendars', 'planner', 'bookings']),
  restricted('grid', ['app', 'accounts', 'calendars', 'planner', 'bookings']),
  restricted('accounts', ['app', 'grid', 'calendars', 'planner', 'bookings']),
  restricted(
    'calendars',
    ['app', 'accounts', 'planner', 'bookings'],
    ['!../accounts/session.svelte'],
  ),
  restricted(
    'planner',
    ['app', 'accounts', 'calendars', 'bookings'],
    ['!../accounts/session.svelte'],
  ),
  restricted(
    'bookings',
    ['app', 'accounts', 'calendars', 'planner'],
    ['!../accounts/session.svelte'],
  ),
  { files: ['**/*.test.ts'], rules: { 'max-lines-per-function': 'off' } },
);

function restricted(folder, others, exceptions = []) {
  const patterns = [...others.map((other) => `../${other}/*`), ...exceptions];
  return {
    files: [`src/${folder}/**`],
    rules: { 'no-restricted-imports': ['error', { patterns }] },
  };
}
