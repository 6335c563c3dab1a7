import { renderMermaidSVG } from 'beautiful-mermaid';
import type { MarkdownRenderer } from 'vitepress';

/** A Mermaid diagram as SVG that takes its colors and fonts from the theme's style sheet. Throws if it cannot be read. */
export function renderDiagram(source: string): string {
  // Its own style loads a font from elsewhere; theme/style.css has what is needed of it.
  return renderMermaidSVG(source, { transparent: true })
    .replace(/<style>.*?<\/style>/s, '')
    .replace(/ style="--bg[^"]*"/, '');
}

/** Draws code blocks of the language `mermaid` when the site is built, so that no page has to load a library for them. */
export function diagrams(md: MarkdownRenderer): void {
  const renderCode = md.renderer.rules.fence;
  md.renderer.rules.fence = (tokens, index, options, env, self) => {
    const token = tokens[index];
    if (token?.info.trim() === 'mermaid') {
      return `<figure class="diagram" tabindex="0" v-pre>${renderDiagram(token.content)}</figure>`;
    }
    return renderCode?.(tokens, index, options, env, self) ?? '';
  };
}
