import './styles/tokens.css';
import './styles/base.css';
import { mount } from 'svelte';
import App from './app/App.svelte';
import { startLanguage } from './lib/locale';
import { startMessages } from './lib/messages';
import { router } from './lib/router.svelte';
import { startTheme } from './lib/theme';

const target = document.getElementById('app');
if (!target) throw new Error('index.html has no #app');
startLanguage();
startMessages();
startTheme();
router.start();
mount(App, { target });
