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
  // Who may use whom: `lib` nobody, an app `lib` and who is signed in, `app` everybody.
  {
    files: ['src/lib/**'],
    rules: {
      'no-restricted-imports': [
        'error',
        { patterns: ['../app/*', '../accounts/*', '../calendars/*'] },
      ],
    },
  },
  {
    files: ['src/accounts/**'],
    rules: { 'no-restricted-imports': ['error', { patterns: ['../app/*', '../calendars/*'] }] },
  },
  {
    files: ['src/calendars/**'],
    rules: {
      'no-restricted-imports': [
        'error',
        { patterns: ['../app/*', '../accounts/*', '!../accounts/session.svelte'] },
      ],
    },
  },
  { files: ['**/*.test.ts'], rules: { 'max-lines-per-function': 'off' } },
);
