import { defineConfig } from 'vitepress';
import { diagrams } from './diagrams.ts';
import { repositoryLinks } from './repository-links.ts';
import { withScriptFiles } from './script-files.ts';
import { sidebar } from './sidebar.ts';
import { slugOf } from './slug.ts';

const base = '/docs/';

const linkOf = (page: string): string => `/${page.replace(/(^|\/)index$/, '$1')}`;

export default defineConfig({
  base,
  lang: 'en-US',
  title: 'Hopscope',
  titleTemplate: ':title · Hopscope documentation',
  description: 'Guides for Hopscope: Bitcoin and Ethereum analytics and compliance',
  cacheDir: '../node_modules/.cache/vitepress',
  cleanUrls: true,
  metaChunk: true,
  head: [
    ['link', { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' }],
    ['meta', { name: 'robots', content: 'noindex' }],
  ],
  markdown: {
    anchor: { slugify: slugOf },
    include: { rebaseRelativeUrls: false },
    config(md) {
      md.use(repositoryLinks);
      md.use(diagrams);
    },
  },
  themeConfig: {
    nav: sidebar
      .filter(({ text }) => text !== 'Contributor guide' && text !== 'Decisions')
      .map(({ text, pages: [first] }) => ({
        text,
        link: linkOf(first?.page ?? ''),
        activeMatch: `^/${first?.page.split('/')[0] ?? ''}/`,
      })),
    sidebar: sidebar.map(({ text, pages }) => ({
      text,
      collapsed: true,
      items: pages.map(({ text: title, page }) => ({ text: title, link: linkOf(page) })),
    })),
    outline: { level: [2, 3] },
    search: { provider: 'local' },
    externalLinkIcon: true,
    notFound: {
      title: 'Page not found',
      quote: 'Search for it, or choose a page from the menu.',
      linkText: 'Go to the start page',
    },
  },
  transformHtml: (html, _id, { siteConfig }) => withScriptFiles(html, { folder: siteConfig.outDir, base }),
});
