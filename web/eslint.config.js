import { readdirSync } from 'node:fs';
import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';
import messages from './messages/eslint_plugin.mjs';

// Every folder that is none of these is an app.
const shared = [
  'lib',
  'ui',
  'when',
  'calendar_grid',
  'events',
  'accounts',
  'console',
  'app',
  'styles',
];
const apps = readdirSync(new URL('src', import.meta.url), { withFileTypes: true })
  .filter((each) => each.isDirectory() && !shared.includes(each.name))
  .map((each) => each.name);
const withEvents = ['planner', 'calendars'];

export default ts.config(
  // `api_*.ts` are made by tools/web_types.py.
  {
    ignores: [
      'dist/',
      'node_modules/',
      'src/lib/api_types.ts',
      'src/lib/api_limits.ts',
      'src/lib/sign_in_limits.ts',
      'src/lib/message_types.ts',
    ],
  },
  js.configs.recommended,
  ...ts.configs.strict,
  ...svelte.configs.recommended,
  {
    languageOptions: { globals: { ...globals.browser, ...globals.node } },
    rules: {
      // A list, not a limit: a file is split when it holds two ideas.
      'max-lines': ['warn', { max: 500 }],
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
  {
    files: ['src/**/*.ts', 'src/**/*.svelte'],
    ignores: [
      '**/*.test.ts',
      '**/test_*.ts',
      '**/*_test_data.ts',
      // What people may type, which no message says.
      'src/events/quick_add/tokens.ts',
      'src/projects/quick_add/parse_task.ts',
      'src/when/words/{chinese,german,rule_patterns}.ts',
      // What programs read.
      'src/console/copy_as/{api_input,aws_cli,javascript,python}.ts',
    ],
    plugins: { messages },
    rules: { 'messages/text': 'error', 'messages/late': 'error' },
  },
  // Who may use whom: `lib` no other folder, `ui` lib, `when` and `calendar_grid` both, `events` these four, `accounts` lib
  // and ui, `console` these three. An app uses these and who is signed in, never another app; `events` only those that have
  // events. `app` uses everything.
  restricted('lib', [
    'ui',
    'when',
    'calendar_grid',
    'events',
    'accounts',
    'console',
    'app',
    ...apps,
  ]),
  restricted('ui', ['when', 'calendar_grid', 'events', 'accounts', 'console', 'app', ...apps]),
  restricted('when', ['calendar_grid', 'events', 'accounts', 'console', 'app', ...apps]),
  restricted('calendar_grid', ['when', 'events', 'accounts', 'console', 'app', ...apps]),
  restricted('events', ['accounts', 'console', 'app', ...apps]),
  restricted('accounts', ['when', 'calendar_grid', 'events', 'console', 'app', ...apps]),
  restricted('console', ['when', 'calendar_grid', 'events', 'app', ...apps]),
  ...apps.map((name) =>
    restricted(name, [
      'accounts(?!/session\\.svelte$)',
      'console',
      'app',
      ...(withEvents.includes(name) ? [] : ['events']),
      ...apps.filter((other) => other !== name),
    ]),
  ),
  { files: ['**/*.test.ts'], rules: { 'max-lines-per-function': 'off' } },
);

// At whatever depth the file that imports is: `../planner/data`, `../../planner/data`.
function restricted(folder, others) {
  const regex = `^(\\.\\./)+(${others.join('|')})/`;
  return {
    files: [`src/${folder}/**`],
    rules: { 'no-restricted-imports': ['error', { patterns: [{ regex }] }] },
  };
}
