import { type EthereumLog, isFakeToken, keccak256, tokenChangesOf, toHex } from '@hopscope/chain';
import { createCopyWriter } from '../../../db/copy-binary.ts';
import type { SqlSession } from '../../../db/session.ts';
import { byteKey, int8Array, plainBytes } from '../../shared/byte-keys.ts';
import type { TokenFacts, TokenStandard } from '../blocks/bundle.ts';
import type { AssetOf } from './effects.ts';
import type { AssetRow } from '../model.ts';

export const standards: readonly TokenStandard[] = ['erc20', 'erc721', 'erc1155'];

interface RawAsset {
  id: number;
  contract: Uint8Array;
  standard: number;
  decimals: number | null;
  fake: boolean;
  movements: bigint;
  name: string | null;
  symbol: string | null;
}

function toAsset(row: RawAsset): AssetRow {
  const standard = standards[row.standard];
  if (!standard) throw new RangeError(`Unknown standard ${row.standard} in eth_asset`);
  return { ...row, contract: plainBytes(row.contract), standard };
}

/** Returns the assets of contracts, by byte key. */
export async function findAssets(
  session: SqlSession,
  contracts: Iterable<Uint8Array>,
): Promise<Map<string, AssetRow>> {
  const names = [...contracts].map(toHex);
  if (names.length === 0) return new Map();
  const { rows } = await session.query<RawAsset>(
    `select a.* from unnest($1::text[]) as w(contract) join eth_asset a on a.contract = decode(w.contract, 'hex')`,
    [names],
  );
  return new Map(rows.map((row) => [byteKey(row.contract), toAsset(row)]));
}

/** Returns assets by their numbers. */
export async function findAssetsById(
  session: SqlSession,
  ids: readonly number[],
): Promise<Map<number, AssetRow>> {
  if (ids.length === 0) return new Map();
  const { rows } = await session.query<RawAsset>(`select * from eth_asset where id = any(${int8Array(ids)})`);
  return new Map(rows.map((row) => [row.id, toAsset(row)]));
}

const changeTopics = new Set(
  [
    'Transfer(address,address,uint256)',
    'TransferSingle(address,address,address,uint256,uint256)',
    'TransferBatch(address,address,address,uint256[],uint256[])',
    'Deposit(address,uint256)',
    'Withdrawal(address,uint256)',
    'DestroyedBlackFunds(address,uint256)',
  ].map((signature) => byteKey(keccak256(new TextEncoder().encode(signature)))),
);

/** Returns the contracts that moved tokens in the logs, by byte key, with the standard of the first movement. */
export function tokensIn(
  logs: Iterable<EthereumLog>,
): Map<string, { contract: Uint8Array; standard: TokenStandard }> {
  const found = new Map<string, { contract: Uint8Array; standard: TokenStandard }>();
  for (const log of logs) {
    const [topic] = log.topics;
    if (!topic || !changeTopics.has(byteKey(topic))) continue;
    const name = byteKey(log.address);
    if (found.has(name)) continue;
    const [first] = tokenChangesOf(log);
    if (first) found.set(name, { contract: log.address, standard: first.standard });
  }
  return found;
}

/** Returns whether anything is known of a token's names. */
export function hasNames(facts: Pick<AssetRow, 'name' | 'symbol' | 'decimals'>): boolean {
  return facts.name !== null || facts.symbol !== null || facts.decimals !== null;
}

/**
 * Assigns an asset to every token of a batch, and writes new ones. Whether a token is fake is decided only here: names that
 * become known later don't change stored assets.
 */
export async function registerAssets(
  session: SqlSession,
  tokens: ReadonlyMap<string, { contract: Uint8Array; standard: TokenStandard }>,
  facts: readonly TokenFacts[],
  chainId: bigint,
): Promise<{ assetOf: AssetOf; added: number }> {
  const reported = new Map(facts.map((fact) => [byteKey(fact.contract), fact]));
  const known = await findAssets(
    session,
    [...tokens.values()].map(({ contract }) => contract),
  );
  const fresh = [...tokens].filter(([name]) => !known.has(name));
  for (const [name, asset] of known) {
    const fact = reported.get(name);
    if (fact && !hasNames(asset) && hasNames(fact)) await nameAsset(session, asset.id, fact);
  }
  if (fresh.length > 0) await addAssets(session, fresh, { reported, known, chainId });
  return { assetOf: lookUpIn(known), added: fresh.length };
}

async function addAssets(
  session: SqlSession,
  fresh: readonly [string, { contract: Uint8Array; standard: TokenStandard }][],
  about: { reported: ReadonlyMap<string, TokenFacts>; known: Map<string, AssetRow>; chainId: bigint },
): Promise<void> {
  const { rows } = await session.query<{ top: number | null }>('select max(id) as top from eth_asset');
  let id = rows[0]?.top ?? 0;
  const out = createCopyWriter();
  const text = (value: string | null): void =>
    value === null ? out.null() : out.bytes(new TextEncoder().encode(value));
  for (const [key, { contract, standard }] of fresh) {
    const { name, symbol, decimals } = about.reported.get(key) ?? {
      name: null,
      symbol: null,
      decimals: null,
    };
    const fake = isFakeToken(contract, { name, symbol }, about.chainId);
    id++;
    about.known.set(key, { id, contract, standard, name, symbol, decimals, fake, movements: 0n });
    out.row(8);
    out.int4(id);
    out.bytes(contract);
    out.int2(standards.indexOf(standard));
    if (decimals === null) out.null();
    else out.int2(decimals);
    out.bytes(Uint8Array.of(fake ? 1 : 0));
    out.int8(0n);
    text(name);
    text(symbol);
  }
  await session.copyIn(
    'eth_asset',
    ['id', 'contract', 'standard', 'decimals', 'fake', 'movements', 'name', 'symbol'],
    out.finish(),
  );
}

async function nameAsset(session: SqlSession, id: number, fact: TokenFacts): Promise<void> {
  await session.query('update eth_asset set name = $2, symbol = $3, decimals = $4 where id = $1', [
    id,
    fact.name,
    fact.symbol,
    fact.decimals,
  ]);
}

export function lookUpIn(known: ReadonlyMap<string, AssetRow>): AssetOf {
  return (contract) => {
    const asset = known.get(byteKey(contract));
    if (!asset) throw new RangeError(`Token ${toHex(contract)} has no asset`);
    return asset;
  };
}

/** Updates the counts of movements, and deletes assets without any. Returns the number of deleted assets. */
export async function countMovements(
  session: SqlSession,
  tokens: ReadonlyMap<number, number>,
  sign: 1 | -1,
): Promise<number> {
  if (tokens.size === 0) return 0;
  const ids = int8Array(tokens.keys());
  const counts = int8Array([...tokens.values()].map((count) => sign * count));
  await session.query(
    `update eth_asset a set movements = a.movements + d.n
     from unnest(${ids}, ${counts}) as d(id, n) where a.id = d.id`,
  );
  if (sign > 0) return 0;
  const { affected } = await session.query(`delete from eth_asset where id = any(${ids}) and movements = 0`);
  return affected;
}
