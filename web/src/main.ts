import './styles/tokens.css';
import './styles/base.css';
import './styles/print.css';
import { mount } from 'svelte';
import App from './app/App.svelte';
import { apps } from './apps';
import { appearance } from './lib/appearance.svelte';
import { setAppEvents } from './lib/live';
import { router } from './lib/router.svelte';

const target = document.getElementById('app');
if (!target) throw new Error('index.html has no #app');
appearance.start();
setAppEvents(apps.flatMap((app) => app.liveEvents));
router.start();
mount(App, { target });
