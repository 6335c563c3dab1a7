import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const squeeze = promisify(brotliCompress);
/** Below this a compressed file saves no packet. */
const leastBytes = 1024;

/** Puts a compressed copy (`.br`) beside each text file of the build: as small as it gets, and once instead of at each answer. */
function compressedCopies(): Plugin {
  return {
    name: 'compressed-copies',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const copy = async (name: string, content: string | Uint8Array): Promise<void> => {
        const bytes = Buffer.from(content);
        if (bytes.length < leastBytes) return;
        const params = {
          [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
          [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
        };
        await writeFile(join(dir, `${name}.br`), await squeeze(bytes, { params }));
      };
      await Promise.all(
        Object.entries(bundle)
          .filter(([name]) => /\.(js|css|svg)$/.test(name))
          .map(([name, part]) => copy(name, part.type === 'chunk' ? part.code : part.source)),
      );
    },
  };
}

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
  plugins: [react(), compressedCopies()],
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
  server: { proxy: { '/api': 'http://127.0.0.1:8080' } },
});
