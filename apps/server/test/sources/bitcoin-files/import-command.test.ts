import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { encodeBlock } from '@hopscope/chain';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPostgres } from '../../../src/db/postgres.ts';
import { createBitcoinLedger } from '../../../src/ledger/bitcoin/ledger.ts';
import { nativeHashing } from '../../../src/ledger/native-hashing.ts';
import { flipBit, frame, temporaryFolder, unframe, write } from '../../support/sources/block-files.ts';
import { createChain } from '../../support/ledger/chain-builder.ts';
import { openBuiltIn, openPrepared, prepareDataFolder, runImport } from '../../support/command.ts';
import { createPostgresDatabase } from '../../support/databases.ts';
import { dumpLedger } from '../../support/ledger/dump.ts';
import { realFile } from '../../support/recorded/real-files.ts';

const chain = createChain({ seed: 21, maxTxs: 5 });
chain.extend(9);
const blocks = chain.blocks.map(({ block }) => Buffer.from(encodeBlock(block)));
const files = temporaryFolder();
const sound = write(files.path, 'blk00000.dat', frame(blocks, 'demo'));
const noStack = /\n\s+at /;
afterAll(() => files.remove());

describe('On the built-in database', () => {
  const data = temporaryFolder();
  const dataDir = join(data.path, 'a', 'data');
  afterAll(() => data.remove());

  test('makes a data folder that is its owner’s alone, loads, and answers 0', async () => {
    const { code, out, err } = await runImport([sound], { DATA_DIR: dataDir });
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(/^Loaded 10 blocks with \d+ transactions \(demo\) in \d+\.\d s, [\d,]+ tx\/s\n$/);
    expect(statSync(dataDir).mode & 0o777).toBe(0o700);
    expect(existsSync(join(dataDir, 'lock'))).toBe(false);
  });

  test('a second time finds all there and answers 0', async () => {
    const { code, out } = await runImport([sound, files.path], { DATA_DIR: dataDir });
    expect(code).toBe(0);
    expect(out).toMatch(/^Loaded 0 blocks with 0 transactions \(demo\)/);
    expect(out).toMatch(
      /\nSkipped 10 blocks that the ledger already contains\nSkipped 10 blocks that occur more than once/,
    );
  });

  test('answers 2 when something is damaged or refused, and says what and why', async () => {
    const bad = blocks.map((block, i) => (i === 4 ? flipBit(block, block.length - 6) : block));
    const path = write(files.path, 'bad.bin', frame(bad, 'demo'));
    const { code, out } = await runImport([path], {
      DATA_DIR: await prepareDataFolder(join(data.path, 'b')),
    });
    expect(code).toBe(2);
    expect(out).toMatch(/^Loaded 4 blocks/);
    expect(out).toMatch(
      /\nRefused [0-9a-f]{64} at height 4 \(and 5 blocks after it\): The witnesses do not match/,
    );
  });

  test('refuses a ledger of another network than BITCOIN_NETWORK, and changes nothing', async () => {
    const { code, out, err } = await runImport([sound], { DATA_DIR: dataDir, BITCOIN_NETWORK: 'testnet' });
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toBe('This ledger contains demo blocks, but BITCOIN_NETWORK is testnet\n');
  });

  test('refuses files of another network than BITCOIN_NETWORK', async () => {
    const env = { DATA_DIR: await prepareDataFolder(join(data.path, 'c')), BITCOIN_NETWORK: 'mainnet' };
    const { code, out } = await runImport([sound], env);
    expect(code).toBe(2);
    expect(out).toMatch(
      /^Loaded 0 blocks .*\nRefused .*blk00000\.dat: contains demo blocks; this ledger is for mainnet\n$/,
    );
  });

  const nothing = join(files.path, 'nothing');
  const noBlocks = join(files.path, 'no-blocks');
  const dangling = join(files.path, 'dangling');
  const folderAsFile = join(files.path, 'folder-as-file');
  const badKey = join(files.path, 'bad-key');
  let created: Awaited<ReturnType<typeof createPostgresDatabase>> | undefined;
  afterAll(() => created?.drop());
  beforeAll(async () => {
    // What is wrong with paths does not depend on the database; this one opens faster.
    created = await createPostgresDatabase();
    for (const folder of [nothing, noBlocks, dangling, folderAsFile, badKey]) mkdirSync(folder);
    writeFileSync(join(noBlocks, 'notes.txt'), 'no blocks here');
    symlinkSync('/nowhere/blk00000.dat', join(dangling, 'blk00000.dat'));
    mkdirSync(join(folderAsFile, 'blk00000.dat'));
    writeFileSync(join(badKey, 'blk00000.dat'), readFileSync(sound));
    writeFileSync(join(badKey, 'xor.dat'), 'nine byte');
  });

  test.each([
    { name: 'no path', args: [], says: /^Name at least one file or folder\n\nnpm run import -- / },
    { name: 'an unknown option', args: ['--fast', sound], says: /--fast[\s\S]*npm run import -- / },
    {
      name: 'a height that is none',
      args: ['--first-height', 'x', sound],
      says: /^--first-height must be a whole/,
    },
    {
      name: 'a negative height',
      args: ['--first-height=-1', sound],
      says: /^--first-height must be a whole/,
    },
    {
      name: 'a height without value',
      args: [sound, '--first-height'],
      says: /--first-height.*argument missing/,
    },
    {
      name: 'a missing path',
      args: ['/nowhere/blk00000.dat'],
      says: /^\/nowhere\/blk00000\.dat does not exist/,
    },
    { name: 'an empty folder', args: [nothing], says: /nothing contains no block files \(blk\*\.dat/ },
    { name: 'a folder without blocks', args: [noBlocks], says: /no-blocks contains no block files/ },
    {
      name: 'a link to nowhere',
      args: [dangling],
      says: /dangling\/blk00000\.dat does not exist or cannot be read/,
    },
    {
      name: 'a folder named like a file',
      args: [folderAsFile],
      says: /folder-as-file\/blk00000\.dat is not a file/,
    },
    { name: 'a key of wrong length', args: [badKey], says: /xor\.dat has 9 bytes; 8 are expected/ },
    { name: 'one bad path among good ones', args: [sound, '/nowhere'], says: /^\/nowhere does not exist/ },
  ])('answers 1 to $name, without a stack', async ({ args, says }) => {
    const { code, out, err } = await runImport(args, { DATABASE_URL: created?.url ?? '' });
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toMatch(says);
    expect(err).not.toMatch(noStack);
  });

  test('answers 1 to a file that it may not read', async (context) => {
    const folder = temporaryFolder();
    chmodSync(folder.path, 0o755);
    const path = write(folder.path, 'blk00000.dat', readFileSync(sound));
    chmodSync(path, 0);
    const uid = process.getuid?.() === 0 ? { uid: 65_534 } : {};
    const { code, err } = await runImport([path], { DATABASE_URL: created?.url ?? '' }, uid);
    folder.remove();
    if (err.includes('Cannot find module')) context.skip('another user cannot read the sources');
    expect(code).toBe(1);
    expect(err).toMatch(/blk00000\.dat .*cannot be read/);
    expect(err).not.toMatch(noStack);
  });

  test('help answers 0', async () => {
    const { code, out, err } = await runImport(['--help'], { DATA_DIR: '/nowhere/at/all' });
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(/Exit codes: 0 all blocks loaded/);
  });

  test('all settings that are wrong are told at once, secrets never', async () => {
    const { code, err } = await runImport([sound], {
      PORT: 'x',
      LOG_LEVEL: 'loud',
      DATABASE_URL: 'mysql://root:hunter2@db/x',
      TOKEN_SECRET: 'too-short-secret',
    });
    expect(code).toBe(1);
    for (const name of ['PORT', 'LOG_LEVEL', 'DATABASE_URL', 'TOKEN_SECRET'])
      expect(err).toContain(`  ${name} must`);
    expect(err).not.toMatch(/hunter2|too-short-secret/);
    expect(err).not.toMatch(noStack);
  });

  test('what is loaded is what the ledger would write itself', async () => {
    const { db, close } = await openBuiltIn(dataDir);
    const dump = await dumpLedger(db);
    await close();
    const own = openPrepared(await prepareDataFolder(join(data.path, 'd')));
    await createBitcoinLedger({ db: own, hashing: nativeHashing }).append('demo', chain.blocks);
    expect(dump).toBe(await dumpLedger(own));
    await own.close();
  });
});

describe('On PostgreSQL', () => {
  test('loads, and needs no data folder', async () => {
    const created = await createPostgresDatabase();
    const folder = temporaryFolder();
    const env = { DATABASE_URL: created.url, DATA_DIR: join(folder.path, 'none') };
    expect((await runImport([sound], env)).code).toBe(0);
    expect(existsSync(env.DATA_DIR)).toBe(false);
    const db = openPostgres({ url: created.url, poolSize: 1 });
    expect(await createBitcoinLedger({ db, hashing: nativeHashing }).ranges()).toEqual([{ from: 0, to: 9 }]);
    await db.close();
    await created.drop();
    folder.remove();
  });

  test('answers 1 to a database that does not answer, without its password', async () => {
    const env = { DATABASE_URL: 'postgres://hopscope:hunter2@127.0.0.1:1/x' };
    const { code, err } = await runImport([sound], env);
    expect(code).toBe(1);
    expect(err).toMatch(/ECONNREFUSED/);
    expect(err).not.toMatch(/hunter2/);
    expect(err).not.toMatch(noStack);
  });
});

const torn = 'blk_torn_300_598.dat';
describe('The height of the first block', () => {
  const data = temporaryFolder();
  afterAll(() => data.remove());

  test('cannot be known for blocks older than BIP34 without a checkpoint, but can be said', async () => {
    const some = unframe(realFile(torn)).slice(10, 20);
    const path = write(files.path, 'some.bin', frame(some));
    const env = { DATA_DIR: await prepareDataFolder(join(data.path, 'a')) };
    const unknown = await runImport([path], env);
    expect(unknown.code).toBe(2);
    expect(unknown.out).toMatch(
      /Refused [0-9a-f]{64} \(and 9 blocks after it\): its parent is not .* --first-height/,
    );
    const far = await runImport(['--first-height', '999999999', path], env);
    expect(far.code).toBe(2);
    expect(far.out).toMatch(/never had a difficulty this low at height 999999999/);
    const result = await runImport(['--first-height', '310', path], env);
    expect([result.code, result.out]).toEqual([0, expect.stringMatching(/^Loaded 10 blocks/)]);
  });
});
