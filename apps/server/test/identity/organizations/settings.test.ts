import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { until } from '../../../../../test/until.ts';
import { ConfigError, readConfig } from '../../../src/config.ts';
import { keepSecret, openDataFolder } from '../../../src/data-folder.ts';
import { temporaryFolder } from '../../support/sources/block-files.ts';
import { prepareDataFolder, start } from '../../support/command.ts';

const serve = fileURLToPath(new URL('../../support/servers/serve.ts', import.meta.url));
const folder = temporaryFolder();
afterAll(() => folder.remove());
const quiet = { PORT: '0', LOG_LEVEL: 'silent' };
const problemsOf = (env: Record<string, string>): readonly string[] => {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
};

describe('Settings', () => {
  test('without any, everything has its default', () => {
    expect(readConfig({})).toEqual({
      mode: 'all',
      host: '127.0.0.1',
      port: 8080,
      dataDir: resolve('data'),
      databaseUrl: undefined,
      databaseUser: undefined,
      databaseSettings: {},
      bitcoin: {
        source: undefined,
        network: undefined,
        unconfirmedLimit: 50_000,
        keepScripts: true,
        loadMemory: 1024 * 2 ** 20,
        loadThreads: Math.min(3, availableParallelism() - 1),
        core: undefined,
        esplora: undefined,
      },
      demo: {
        seed: 1,
        days: 365,
        transactions: 60_000,
        blockSeconds: 20,
        ethereumTransactions: 40_000,
        ethereumBlockSeconds: 5,
      },
      ethereum: { source: undefined, rpc: undefined, etherscan: undefined },
      logLevel: 'info',
      publicUrl: undefined,
      providerDomain: undefined,
      trustProxy: undefined,
      mail: { smtpUrl: undefined, from: 'hopscope@localhost.localdomain' },
      openid: undefined,
      stripe: undefined,
      securityContact: undefined,
      registration: undefined,
      requireSecondFactor: false,
      sessionMaxDays: 90,
      breachedPasswordsFile: undefined,
      demoAccounts: 'loopback',
      demoTeamWeeks: 13,
      tokenSecret: undefined,
      previousTokenSecret: undefined,
      directoryFourEyes: true,
      diskReserveBytes: 512 * 2 ** 20,
      monitoredAddresses: 1_000_000,
      scoreThreads: Math.min(4, availableParallelism() - 1),
      metricsToken: undefined,
      directoryFolder: resolve('data/directory'),
      outboundAllow: '',
      webhookAllow: '',
      travelRule: { caFile: undefined, certFile: undefined, keyFile: undefined },
      complianceKeepMonths: undefined,
      prices: {
        from: undefined,
        url: undefined,
        key: undefined,
        file: undefined,
        historyDays: 365,
        rates: {},
      },
      backup: {
        to: undefined,
        everyHours: 24,
        keep: 7,
        completeEvery: 7,
        chain: true,
        passphrase: undefined,
        s3: undefined,
      },
    });
  });

  test('an empty value or blanks count as not set, and foreign variables are none of ours', () => {
    expect(readConfig({ PORT: '', HOST: ' ', DATABASE_URL: '', HOME: '/x', PORTS: 'y' })).toEqual(
      readConfig({}),
    );
    expect(readConfig({ PORT: ' 81 ' }).port).toBe(81);
  });

  test('all problems are told at once, one line each, and values of secrets in none', () => {
    const env = {
      PORT: '65536',
      DATABASE_URL: 'mysql://root:hunter2@db',
      BITCOIN_SOURCE: 'bitcoind',
      BITCOIN_NETWORK: 'Mainnet',
      ETHEREUM_SOURCE: 'on',
      LOG_LEVEL: 'loud',
      PUBLIC_URL: 'hopscope.example',
      TOKEN_SECRET: 'hunter3',
    };
    const problems = problemsOf(env);
    expect(problems.map((line) => line.replace(/ .*/, '')).toSorted()).toEqual(Object.keys(env).toSorted());
    expect(problems.join('\n')).not.toMatch(/hunter/);
    expect(problems).toContain('PORT must be a whole number from 0 to 65535');
    expect(problems).toContain('BITCOIN_NETWORK must be one of mainnet, testnet, signet, regtest');
    expect(() => readConfig(env)).toThrow(/^Invalid settings:\n {2}PORT must/);
  });

  test('a source has what it needs, and secrets stay out of addresses', () => {
    expect(problemsOf({ BITCOIN_SOURCE: 'core' })).toEqual([
      'BITCOIN_RPC_URL must be set with BITCOIN_SOURCE=core',
    ]);
    expect(problemsOf({ BITCOIN_SOURCE: 'esplora' })).toEqual([
      'ESPLORA_URL must be set with BITCOIN_SOURCE=esplora',
    ]);
    const url = 'http://me:hunter2@127.0.0.1:8332';
    const inAddress = problemsOf({ BITCOIN_SOURCE: 'core', BITCOIN_RPC_URL: url });
    expect(inAddress).toEqual([
      'BITCOIN_RPC_URL must not contain a user: use BITCOIN_RPC_USER and BITCOIN_RPC_PASSWORD',
    ]);
    const named = {
      BITCOIN_SOURCE: 'core',
      BITCOIN_RPC_URL: 'http://127.0.0.1:8332',
      BITCOIN_RPC_USER: 'me',
    };
    expect(problemsOf({ ...named, BITCOIN_RPC_COOKIE_FILE: '.cookie' })).toEqual([
      'BITCOIN_RPC_COOKIE_FILE and BITCOIN_RPC_USER cannot be set together',
      'BITCOIN_RPC_PASSWORD must be set with BITCOIN_RPC_USER',
    ]);
    const { core } = readConfig({
      ...named,
      BITCOIN_RPC_PASSWORD: 'hunter2',
      BITCOIN_ZMQ_URL: 'tcp://127.0.0.1:28332',
    }).bitcoin;
    expect(core).toMatchObject({ user: 'me', password: 'hunter2', historyFrom: 0, reorganizationLimit: 100 });
    expect(problemsOf({ BITCOIN_SOURCE: 'demo', ETHEREUM_SOURCE: 'etherscan' })).toHaveLength(1);
    expect(
      problemsOf({ BITCOIN_SOURCE: 'esplora', ESPLORA_URL: 'http://x', ETHEREUM_SOURCE: 'demo' }),
    ).toHaveLength(1);
  });

  test('what belongs together must be set together', () => {
    expect(problemsOf({ OIDC_CLIENT_ID: 'x', STRIPE_WEBHOOK_SECRET: 'hunter2' })).toEqual([
      'OIDC_CLIENT_SECRET must be set with OIDC_CLIENT_ID',
      'STRIPE_SECRET_KEY must be set with STRIPE_WEBHOOK_SECRET',
    ]);
    const both = readConfig({ OIDC_CLIENT_ID: 'id', OIDC_CLIENT_SECRET: 'secret', OIDC_NAME: 'Example' });
    expect(both.openid).toEqual({
      issuer: 'https://accounts.google.com',
      clientId: 'id',
      clientSecret: 'secret',
      name: 'Example',
      scope: 'openid email profile',
      groupsClaim: undefined,
    });
  });

  test('domains, proxies and mail are checked', () => {
    const env = {
      PROVIDER_DOMAIN: 'not a domain',
      TRUST_PROXY: 'everyone!',
      SMTP_URL: 'http://x',
      MAIL_FROM: 'me',
    };
    expect(
      problemsOf(env)
        .map((line) => line.replace(/ .*/, ''))
        .toSorted(),
    ).toEqual(Object.keys(env).toSorted());
    expect(readConfig({ PROVIDER_DOMAIN: 'Example.ORG', TRUST_PROXY: '10.0.0.1, ::1' })).toMatchObject({
      providerDomain: 'example.org',
      trustProxy: ['10.0.0.1', '::1'],
    });
  });

  test('secrets can be files: the first line, without the space around it', () => {
    const path = join(folder.path, 'secret');
    const secret = 'a secret of the tests, long enough';
    writeFileSync(path, `  ${secret}  \nnot this\n`);
    expect(readConfig({ TOKEN_SECRET_FILE: path, BACKUP_PASSPHRASE_FILE: path })).toMatchObject({
      tokenSecret: secret,
      backup: { passphrase: secret },
    });
    expect(readConfig({ TOKEN_SECRET_FILE: ' ' }).tokenSecret).toBeUndefined();
    expect(problemsOf({ TOKEN_SECRET: secret, TOKEN_SECRET_FILE: path })).toEqual([
      'TOKEN_SECRET and TOKEN_SECRET_FILE cannot both be set',
    ]);
    expect(problemsOf({ TOKEN_SECRET_FILE: join(folder.path, 'missing'), PORT: 'x' })).toEqual([
      'TOKEN_SECRET_FILE cannot be read',
      'PORT must be a whole number from 0 to 65535',
    ]);
    writeFileSync(path, '\n');
    expect(problemsOf({ TOKEN_SECRET_FILE: path })).toEqual(['TOKEN_SECRET_FILE must not be empty']);
    writeFileSync(path, 'short');
    expect(problemsOf({ TOKEN_SECRET_FILE: path })).toEqual([
      'TOKEN_SECRET must have at least 32 characters',
    ]);
  });

  test.each(['-1', '1.5', '1e3', '0x50', 'abc', '99999999999999999999', '٣'])(
    'PORT=%s is refused',
    (PORT) => {
      expect(problemsOf({ PORT })).toEqual(['PORT must be a whole number from 0 to 65535']);
    },
  );
});

describe('The data folder', () => {
  test('is made with mode 700, is one process’s at a time, and is free again afterwards', () => {
    const path = join(folder.path, 'own');
    const lockedFolder = openDataFolder(path, 'a test');
    expect(statSync(path).mode & 0o777).toBe(0o700);
    expect(statSync(join(path, 'lock')).mode & 0o777).toBe(0o600);
    expect(() => openDataFolder(path, 'another')).toThrow(
      `${path} is in use by a test (process ${process.pid}). Stop it first, or use another DATA_DIR.`,
    );
    lockedFolder.release();
    openDataFolder(path, 'another').release();
    expect(readdirSync(path)).toEqual([]);
  });

  test.each([
    ['a process that has ended', `999999999\n1\nan import`],
    ['a process whose number another one has now', `${process.pid}\n1\nan import`],
    ['nobody: it is empty', ''],
    ['nobody: it is garbage', '\u0000\u0001garbage'],
  ])('a lock of %s is taken over', (name, content) => {
    const path = join(folder.path, name.replaceAll(/\W/g, '-'));
    mkdirSync(path);
    writeFileSync(join(path, 'lock'), content);
    const lockedFolder = openDataFolder(path, 'a test');
    expect(readFileSync(join(path, 'lock'), 'utf8')).toMatch(new RegExp(`^${process.pid}\\n.*\\na test\n$`));
    lockedFolder.release();
    expect(readdirSync(path)).toEqual([]);
  });

  test('a lock of a process that has ended, but that its parent has not noticed, is taken over', async () => {
    // The second program never asks for the processes that the first one has started.
    const parent = spawn('sh', ['-c', 'sleep 0 & echo $!; exec sleep 60'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const [line] = (await once(parent.stdout, 'data')) as [Buffer];
    const pid = line.toString().trim();
    const fields = () => readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1]?.split(' ') ?? [];
    await until('it has ended', () => fields()[0] === 'Z');
    const path = join(folder.path, 'unnoticed');
    mkdirSync(path);
    writeFileSync(join(path, 'lock'), `${pid}\n${fields()[19]}\na server`);
    openDataFolder(path, 'a test').release();
    parent.kill('SIGKILL');
  });

  test.each(['/dev/null/x', '/dev/null', '/proc'])('%s, where nothing can be made, is refused', (path) => {
    expect(() => openDataFolder(path, 'a test')).toThrow(
      new RegExp(`^Cannot use ${path} as DATA_DIR: E[A-Z]+`),
    );
  });

  test('a secret is made once, readable by its owner alone', () => {
    const secret = keepSecret(folder.path, 'some.secret');
    expect(secret).toMatch(/^[\w-]{64}$/);
    expect(statSync(join(folder.path, 'some.secret')).mode & 0o777).toBe(0o600);
    expect(keepSecret(folder.path, 'some.secret')).toBe(secret);
    expect(keepSecret(folder.path, 'other.secret')).not.toBe(secret);
  });
});

describe('The server', () => {
  test('starts, says where it is, keeps its secret over restarts, and stops at SIGTERM', async () => {
    const dataDir = await prepareDataFolder(join(folder.path, 'server'));
    const secrets: string[] = [];
    let token = '';
    for (const round of [1, 2]) {
      const server = start({ script: serve, env: { ...quiet, DATA_DIR: dataDir } });
      await server.waitForOutput(/Hopscope is running at http:\/\/127\.0\.0\.1:\d+\n/);
      const path = join(dataDir, 'token.secret');
      secrets.push(readFileSync(path, 'utf8'));
      expect(statSync(path).mode & 0o777).toBe(0o600);
      const url = await server.where();
      if (round === 1) {
        const person = { name: 'A', surname: 'B', email: 'a@example.org', password: 'long enough' };
        const answer = await fetch(`${url}/api/v1/auth/signup`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(person),
        });
        token = ((await answer.json()) as { data: { user: { accessToken: string } } }).data.user.accessToken;
      }
      const headers = { authorization: `Bearer ${token}` };
      expect((await fetch(`${url}/api/v1/auth/session`, { headers })).status).toBe(200);
      server.child.kill('SIGTERM');
      expect(await server.ended).toMatchObject({ code: 0, err: '' });
      expect(existsSync(join(dataDir, 'lock'))).toBe(false);
    }
    expect(secrets[1]).toBe(secrets[0]);
  });

  test('a given secret is used and not written down', async () => {
    const dataDir = await prepareDataFolder(join(folder.path, 'given'));
    const env = { ...quiet, DATA_DIR: dataDir, TOKEN_SECRET: 'x'.repeat(40) };
    const server = start({ script: serve, env });
    await server.waitForOutput(/is running/);
    server.child.kill('SIGINT');
    expect((await server.ended).code).toBe(0);
    expect(existsSync(join(dataDir, 'token.secret'))).toBe(false);
  });

  test('a second one on the same data folder refuses and names the first', async () => {
    const dataDir = await prepareDataFolder(join(folder.path, 'two'));
    const env = { ...quiet, DATA_DIR: dataDir };
    const first = start({ script: serve, env });
    await first.waitForOutput(/is running/);
    const second = await start({ script: serve, env }).ended;
    expect(second).toEqual({
      code: 1,
      signal: null,
      out: '',
      err: `${dataDir} is in use by a Hopscope server (process ${first.child.pid}). Stop it first, or use another DATA_DIR.\n`,
    });
    expect((await fetch(`${await first.where()}/api/v1/health`)).status).toBe(200);
    first.child.kill('SIGKILL');
    await first.ended;
    const third = start({ script: serve, env });
    await third.waitForOutput(/is running/);
    third.child.kill('SIGTERM');
    expect((await third.ended).code).toBe(0);
  });

  const file = join(folder.path, 'a-file');
  writeFileSync(file, '');
  test.each([
    {
      name: 'settings that are not valid',
      env: { PORT: 'x', LOG_LEVEL: 'y' },
      says: /^Invalid settings:\n {2}PORT .*\n {2}LOG_LEVEL .*\n$/,
    },
    {
      name: 'a DATA_DIR that is a file',
      env: { DATA_DIR: file },
      says: /^Cannot use .*a-file as DATA_DIR: EEXIST/,
    },
    {
      name: 'a DATA_DIR below a file',
      env: { DATA_DIR: join(file, 'x') },
      says: /^Cannot use .*a-file\/x as DATA_DIR: (ENOTDIR|EEXIST)/,
    },
    {
      name: 'a database that does not answer',
      env: { DATA_DIR: join(folder.path, 'pg'), DATABASE_URL: 'postgres://me:hunter2@127.0.0.1:1/x' },
      says: /^Hopscope could not start: the database is not responding: .*ECONNREFUSED.*\n$/,
    },
    {
      name: 'an address that is not this machine’s',
      env: { DATA_DIR: join(folder.path, 'host'), HOST: '192.0.2.1' },
      says: /^Hopscope could not start: .*192\.0\.2\.1.* Check HOST and PORT\.\n$/,
    },
  ])('does not start with $name: clear words, exit code 1', async ({ env, says }) => {
    if (env.DATA_DIR?.endsWith('host') === true) await prepareDataFolder(env.DATA_DIR);
    const { code, out, err } = await start({ script: serve, env: { ...quiet, ...env } }).ended;
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toMatch(says);
    expect(err).not.toMatch(/hunter2|\n\s+at /);
  });
});
