import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const inlineScript = /<script(?: id="[^"]*")?>(.+?)<\/script>/gs;

/**
 * Moves the inline scripts of a page into files below `assets` of the build and returns the page that loads them from there: the
 * server's content security policy allows no inline script. They stay blocking, so the theme is set before anything is painted.
 */
export function withScriptFiles(html: string, { folder, base }: { folder: string; base: string }): string {
  return html.replaceAll(inlineScript, (_, script: string) => {
    const name = `assets/inline-${createHash('sha256').update(script).digest('hex').slice(0, 12)}.js`;
    mkdirSync(join(folder, 'assets'), { recursive: true });
    writeFileSync(join(folder, name), script);
    return `<script src="${base}${name}"></script>`;
  });
}
