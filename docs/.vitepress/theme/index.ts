import type { Theme } from 'vitepress';
import DefaultTheme from 'vitepress/theme';
import { h } from 'vue';
import './style.css';

// The application is not a page of the site: without a target, the site's router would look for it.
const openApplication = () =>
  h('a', { class: 'open-application', href: '/', target: '_self' }, 'Open Hopscope');

/** The default theme in Hopscope's colors, with a link back to the application that serves the site. */
export default {
  extends: DefaultTheme,
  Layout: () =>
    h(DefaultTheme.Layout, null, {
      'nav-bar-content-after': openApplication,
      'nav-screen-content-after': openApplication,
    }),
} satisfies Theme;
