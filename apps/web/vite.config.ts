import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

type ImportsOf = (id: string) => readonly string[];

/** Whether a module, or what it imports, needs Ant Design, which only pages with forms and dialogs load. */
function needsAntDesign(id: string, importsOf: ImportsOf, seen = new Set<string>()): boolean {
  if (/\/node_modules\//.test(id)) return /\/node_modules\/(antd|@ant-design|@rc-component)\//.test(id);
  if (seen.has(id)) return false;
  seen.add(id);
  return importsOf(id).some((imported) => needsAntDesign(imported, importsOf, seen));
}

export default defineConfig({
  base: '/',
  plugins: [react()],
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
                needsAntDesign(id, (module) => context.getModuleInfo(module)?.importedIds ?? [])
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
