import { posix } from 'node:path';
import type { MarkdownRenderer } from 'vitepress';

/** Files outside docs/ that the site shows, by the page that includes each. */
export const includedFiles: Readonly<Record<string, string>> = {
  'ARCHITECTURE.md': 'docs/contribute/architecture.md',
  'CONTRIBUTING.md': 'docs/contribute/index.md',
  'CHANGELOG.md': 'docs/contribute/changelog.md',
};

/**
 * Where a relative link leads on the site: a path relative to the page, or null where the target is a file that the site does not
 * show. `page` and the files are paths from the root of the repository.
 */
export function siteLink(page: string, href: string): string | null {
  const [path = '', ...anchor] = href.split('#');
  if (path === '') return href;
  const source = Object.keys(includedFiles).find((file) => includedFiles[file] === page) ?? page;
  const target = posix.join(posix.dirname(source), path);
  const shown = includedFiles[target] ?? target;
  if (!/^docs\/.+\.md$/.test(shown)) return null;
  return [posix.relative(posix.dirname(page), shown), ...anchor].join('#');
}

/** Lets links that are written for the repository lead to the page of the site; a link to any other file becomes plain text. */
export function repositoryLinks(md: MarkdownRenderer): void {
  md.core.ruler.push('repository-links', ({ tokens, env }) => {
    const page = `docs/${(env as { relativePath: string }).relativePath}`;
    for (const { children } of tokens) {
      let isDropped = false;
      for (const token of children ?? []) {
        const href = token.type === 'link_open' ? token.attrGet('href') : null;
        if (href !== null && !/^([a-z]+:|\/)/.test(href)) {
          const link = siteLink(page, href);
          isDropped = link === null;
          if (link !== null) token.attrSet('href', link);
        }
        if (isDropped && (token.type === 'link_open' || token.type === 'link_close')) {
          if (token.type === 'link_close') isDropped = false;
          token.type = 'text';
          token.tag = '';
          token.nesting = 0;
          token.content = '';
        }
      }
    }
  });
}
