import react from '@vitejs/plugin-react';
import { type Plugin, defineConfig } from 'vite';

type ImportsOf = (id: string) => readonly string[];

/** Whether a module, or what it imports, needs React Aria or react-hook-form, which only pages with forms and dialogs load. */
function needsForms(id: string, importsOf: ImportsOf, seen = new Set<string>()): boolean {
  if (/\/node_modules\//.test(id))
    return /\/node_modules\/(react-aria|react-aria-components|react-stately|react-hook-form)\//.test(id);
  if (seen.has(id)) return false;
  seen.add(id);
  return importsOf(id).some((imported) => needsForms(imported, importsOf, seen));
}

/** Leaves out what React Aria says in other languages: the page is in American English for everybody. */
const englishOnly: Plugin = {
  name: 'english-only',
  enforce: 'pre',
  load: (id) =>
    /\/react-(aria|stately)[^?]*\/intl\/.*\/[a-z]{2}-[A-Z]{2}\.m?js$/.test(id) && !id.includes('en-US')
      ? 'export default undefined;'
      : null,
};

export default defineConfig({
  base: '/',
  plugins: [englishOnly, react()],
  build: {
    target: 'es2022',
    // Fonts and pictures stay files, so that the page's policy needs no `data:` sources.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'framework', test: /node_modules\/(react|react-dom|scheduler|@tanstack)\//, priority: 2 },
            {
              debugName: 'shared',
              // What several pages share comes in one piece: each answer has headers of nearly a kilobyte.
              name: (id, context) =>
                needsForms(id, (module) => context.getModuleInfo(module)?.importedIds ?? [])
                  ? null
                  : 'shared',
              test: /\/apps\/web\/src\/|\/node_modules\/lucide-react\//,
              minShareCount: 3,
              priority: 1,
            },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': 'http://127.0.0.1:8080', '/docs': 'http://127.0.0.1:8080' } },
});
