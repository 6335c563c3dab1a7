import { execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, cpSync, existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { type Running, start } from '../support/command.ts';
import { temporaryFolder } from '../support/sources/block-files.ts';

const project = fileURLToPath(new URL('../../../../', import.meta.url));
const { path: folder, remove } = temporaryFolder();
afterAll(() => remove());

/** The instructions of the Dockerfile, by stage: what builds, and what runs. */
function readDockerfile(): { name: string; value: string }[][] {
  const text = readFileSync(join(project, 'deploy/Dockerfile'), 'utf8');
  const lines = text
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll('\\\n', ' ')
    .split('\n');
  const stages: { name: string; value: string }[][] = [];
  for (const line of lines) {
    const [, name = '', value = ''] = /^\s*([A-Z]+)\s+(.*)$/.exec(line) ?? [];
    if (name === 'FROM') stages.push([]);
    else if (name !== '') stages.at(-1)?.push({ name, value });
  }
  return stages;
}

const [building = [], running = []] = readDockerfile();
const valuesOf = (stage: typeof building, name: string): string[] =>
  stage.filter((line) => line.name === name).map(({ value }) => value);

/** Builds the tree of the image in `tree` as the first stage does. */
function buildTree(tree: string): void {
  const ignored = readFileSync(join(project, '.dockerignore'), 'utf8').trim().split('\n');
  const names = new Set(
    ignored.filter((line) => !line.includes('*.')).map((line) => line.replace('**/', '')),
  );
  cpSync(project, tree, {
    recursive: true,
    filter: (path) =>
      !relative(project, path)
        .split('/')
        .some((part) => names.has(part)),
  });
  const env = { ...process.env, PATH: `${dirname(process.execPath)}:${process.env['PATH']}`, NODE_ENV: '' };
  for (const command of valuesOf(building, 'RUN'))
    execFileSync('sh', ['-ec', command], { cwd: tree, env, stdio: ['ignore', 'ignore', 'pipe'] });
}

/** Adds Node.js, a shell, the libraries that these two need, and the users of the image: all that the tree may rely on. */
function addSystem(root: string): void {
  for (const place of ['dev', 'proc', 'tmp', 'data', 'etc', 'bin', 'usr/local/bin'])
    mkdirSync(join(root, place), { recursive: true });
  cpSync(realpathSync(process.execPath), join(root, 'usr/local/bin/node'));
  cpSync(realpathSync('/bin/sh'), join(root, 'bin/sh'));
  const copyLibrary = (path: string): void => cpSync(realpathSync(path), join(root, path));
  for (const program of [process.execPath, '/bin/sh']) {
    const listed = execFileSync('ldd', [program], { encoding: 'utf8' });
    for (const [library] of listed.matchAll(/\/\S+/g)) copyLibrary(library);
    // They are parts of the C library too.
    const [cLibrary = ''] = /\/\S+\/libc\.so\.6/.exec(listed) ?? [];
    for (const name of ['librt.so.1', 'libresolv.so.2']) copyLibrary(join(dirname(cLibrary), name));
  }
  if (existsSync('/usr/lib/locale/C.utf8'))
    cpSync('/usr/lib/locale/C.utf8', join(root, 'usr/lib/locale/C.utf8'), { recursive: true });
  writeFileSync(join(root, 'etc/passwd'), 'root:x:0:0::/:/bin/sh\nnode:x:1000:1000::/:/bin/sh\n');
  writeFileSync(join(root, 'etc/group'), 'root:x:0:\nnode:x:1000:\n');
}

/** Returns a port that is free now. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

/** Mounts the image for one process, and runs the command there as its user. */
const script = `
mount --bind "$ROOT" "$ROOT"
mount -o remount,bind,ro "$ROOT"
mount -t proc proc "$ROOT/proc"
mount -t tmpfs tmpfs "$ROOT/tmp"
mount -t tmpfs tmpfs "$ROOT/dev"
for name in null zero random urandom; do
  touch "$ROOT/dev/$name"
  mount --bind "/dev/$name" "$ROOT/dev/$name"
done
mkdir -m 1777 "$ROOT/dev/shm"
mount --bind "$DATA" "$ROOT/data"
shift # The Node.js of the tests: the image has its own.
exec setpriv --no-new-privs chroot --userspec=1000:1000 --groups=1000 "$ROOT" \
  sh -c 'cd /opt/hopscope && exec "$@"' sh "$@"`;

/** Starts a command in the image, where only its volume and /tmp can be written to. */
function runIn(
  root: string,
  data: string,
  [program = '', ...args]: readonly string[],
  port: number,
): Running {
  const variables = valuesOf(running, 'ENV').flatMap((value) => value.trim().split(/\s+/));
  return start({
    through: ['unshare', '--mount', 'sh', '-ec', script, 'sh'],
    script: program,
    args,
    env: {
      ...Object.fromEntries(variables.map((variable) => variable.split('=') as [string, string])),
      ROOT: root,
      DATA: data,
      TMPDIR: '/tmp',
      NODE_COMPILE_CACHE: '',
      PATH: '/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
      HOST: '127.0.0.1',
      PORT: String(port),
      LOG_LEVEL: 'warn',
      BITCOIN_SOURCE: 'off',
      ETHEREUM_SOURCE: 'off',
    },
  });
}

const canMount = spawnSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/tmp']).status === 0;

test('the image that the Dockerfile describes runs in a root directory that it cannot change', async (context) => {
  if (!canMount) return context.skip('only root can run a program in another root directory');
  const root = join(folder, 'root');
  const data = join(folder, 'data');
  buildTree(join(root, 'opt/hopscope'));
  addSystem(root);
  mkdirSync(data, { mode: 0o700 });
  chownSync(data, 1000, 1000);
  const port = await freePort();
  const run = (command: readonly string[]): Running => runIn(root, data, command, port);
  const wordsOf = (name: string): string[] =>
    JSON.parse(/\[.*\]/.exec(valuesOf(running, name)[0] ?? '')?.[0] ?? '[]') as string[];

  const server = run(wordsOf('ENTRYPOINT'));
  try {
    expect(await server.where()).toBe(`http://127.0.0.1:${port}`);
    expect(await run(wordsOf('HEALTHCHECK')).ended).toMatchObject({ code: 0, err: '' });
    const get = async (path: string): Promise<string> =>
      (await fetch(`http://127.0.0.1:${port}${path}`)).text();
    expect(await get('/')).toContain('<div id="root"');
    expect(await get('/docs/')).toContain('Hopscope');
    expect(await get('/metrics')).toContain('hopscope_build_info');
    const write = run(['node', '-e', "fs.writeFileSync('apps/server/dist/main.js', '')"]);
    expect((await write.ended).err).toContain('EROFS');
    const user = run(['node', '-p', 'JSON.stringify([process.getuid(), process.getgroups()])']);
    expect((await user.ended).out).toBe('[1000,[1000]]\n');
  } finally {
    server.child.kill('SIGTERM');
  }
  expect(await server.ended).toMatchObject({ code: 0 });
  // Commands run from the sources.
  const audit = await run(['node', 'apps/server/src/commands/audit.ts']).ended;
  expect(audit).toMatchObject({ code: 0, err: '' });
  const made = run(['node', 'apps/server/src/commands/backup.ts', '/data/backups']);
  expect(await made.ended).toMatchObject({ code: 0, err: '' });
  expect(await run(wordsOf('HEALTHCHECK')).ended).toMatchObject({ code: 1 });
});
