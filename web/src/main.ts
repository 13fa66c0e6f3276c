import './styles/tokens.css';
import './styles/base.css';
import { mount } from 'svelte';
import App from './app/App.svelte';
import { appearance } from './lib/appearance.svelte';
import { router } from './lib/router.svelte';

const target = document.getElementById('app');
if (!target) throw new Error('index.html has no #app');
appearance.start();
router.start();
mount(App, { target });
