import { RuleTester } from 'eslint';
import { afterAll, describe, it } from 'vitest';
import svelte from 'eslint-plugin-svelte';
import plugin from './eslint_plugin.mjs';

RuleTester.describe = describe;
RuleTester.it = it;
RuleTester.afterAll = afterAll;

const { languageOptions } = svelte.configs.base.find((each) => each.languageOptions?.parser);
const errors = [{ message: /messages\/\*\.json/ }];
const good = (code) => ({ code, filename: 'a.svelte' });
const bad = (code) => ({ code, filename: 'a.svelte', errors });

new RuleTester({ languageOptions }).run('text', plugin.rules.text, {
  valid: [
    good('<p>{t.ui.close()}</p>'),
    good('<p class="Notice danger">· 12 –</p>'),
    good('<p>Norn {version} · <kbd>Enter</kbd> <code>curl it</code></p>'),
    good('<path d="M9 6c0 7 14" />'),
    good("<script>if (event.key === 'Escape') close();</script>"),
    good("<script>throw new Error('There is no such element');</script>"),
    good("<script>const id = `${part}-title`; const x = { Home: 0 }['Home'];</script>"),
    good('<style>p { color: red; }</style>'),
  ],
  invalid: [
    bad('<p>Close</p>'),
    bad('<p>{#if a}关闭{/if}</p>'),
    bad('<button aria-label="close"></button>'),
    bad('<Dialog title="Delete it?" />'),
    bad('<Card about="What it is" />'),
    bad("<p>{isBusy ? 'Saving …' : ''}</p>"),
    bad("<script>toasts.done('Saved');</script>"),
    bad('<script>const a = `${count} more characters`;</script>'),
  ],
});

new RuleTester().run('late', plugin.rules.late, {
  valid: ['const a = () => t.ui.close();', 'class A { a = t.ui.close(); }'],
  invalid: [{ code: 'const a = { name: t.ui.close() };', errors: 1 }],
});
