import { defineConfig, type MarkdownRenderer } from 'vitepress';
import { repositoryLinks } from './repository-links.ts';
import { sidebar } from './sidebar.ts';
import { slugOf } from './slug.ts';
import { renderMermaidSVG } from 'beautiful-mermaid';
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const inlineScript = /<script(?: id="[^"]*")?>(.+?)<\/script>/gs;

/**
 * Moves the inline scripts of a page into files below `assets` of the build and returns the page that loads them from there: the
 * server's content security policy allows no inline script. They stay blocking, so the theme is set before anything is painted.
 */
function withScriptFiles(html: string, { folder, base }: { folder: string; base: string }): string {
  return html.replaceAll(inlineScript, (_, script: string) => {
    const name = `assets/inline-${createHash('sha256').update(script).digest('hex').slice(0, 12)}.js`;
    mkdirSync(join(folder, 'assets'), { recursive: true });
    writeFileSync(join(folder, name), script);
    return `<script src="${base}${name}"></script>`;
  });
}

/** A Mermaid diagram as SVG that takes its colors and fonts from the theme's style sheet. Throws if it cannot be read. */
function renderDiagram(source: string): string {
  // Its own style loads a font from elsewhere; theme/style.css has what is needed of it.
  return renderMermaidSVG(source, { transparent: true })
    .replace(/<style>.*?<\/style>/s, '')
    .replace(/ style="--bg[^"]*"/, '');
}

/** Draws code blocks of the language `mermaid` when the site is built, so that no page has to load a library for them. */
function diagrams(md: MarkdownRenderer): void {
  const renderCode = md.renderer.rules.fence;
  md.renderer.rules.fence = (tokens, index, options, env, self) => {
    const token = tokens[index];
    if (token?.info.trim() === 'mermaid') {
      return `<figure class="diagram" tabindex="0" v-pre>${renderDiagram(token.content)}</figure>`;
    }
    return renderCode?.(tokens, index, options, env, self) ?? '';
  };
}

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
