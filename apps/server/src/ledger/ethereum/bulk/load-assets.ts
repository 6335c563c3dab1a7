import { fromHex, isFakeToken, toHex } from '@hopscope/chain';
import type { RunFolder, RunWriter } from '../../shared/bulk/runs.ts';
import { byteKey } from '../../shared/byte-keys.ts';
import { hasNames } from '../accounts/assets.ts';
import type { TokenFacts, TokenStandard } from '../blocks/bundle.ts';
import type { PreparedBatch } from './prepare-batch.ts';

/** A token of a load, as a row of `eth_asset`. */
export interface LoadAsset {
  readonly id: number;
  readonly contract: Uint8Array;
  readonly standard: TokenStandard;
  readonly fake: boolean;
  name: string | null;
  symbol: string | null;
  decimals: number | null;
  movements: number;
  /** Movements since the last segment. */
  recent: number;
}

/** What a segment stores of a token: a line of JSON. */
type AssetLine = [
  id: number,
  contract: string,
  standard: TokenStandard,
  fake: boolean,
  name: string | null,
  symbol: string | null,
  decimals: number | null,
  movements: number,
];

/** The tokens of a load, by the rules of `registerAssets`. */
export class LoadAssets {
  readonly all: LoadAsset[] = [];
  private readonly byContract = new Map<string, LoadAsset>();
  private readonly touched = new Set<LoadAsset>();
  private readonly chainId: bigint;

  constructor(chainId: bigint) {
    this.chainId = chainId;
  }

  /** Adds the tokens of a batch; returns them in its order. */
  add({ tokens, named }: Pick<PreparedBatch, 'tokens' | 'named'>): LoadAsset[] {
    const assets = tokens.map(({ contract, standard, facts, movements }) => {
      const known = this.byContract.get(byteKey(contract));
      if (known && facts) nameIfUnknown(known, facts);
      const asset = known ?? this.create(contract, standard, facts);
      asset.movements += movements;
      asset.recent += movements;
      this.touched.add(asset);
      return asset;
    });
    for (const facts of named) {
      const asset = this.byContract.get(byteKey(facts.contract));
      if (asset) nameIfUnknown(asset, facts);
    }
    return assets;
  }

  /** Writes what has changed since the last segment to its run. */
  writeTo(runs: RunWriter): void {
    const lines: string[] = [];
    for (const asset of this.touched) {
      const { id, contract, standard, fake, name, symbol, decimals, recent } = asset;
      const line: AssetLine = [id, toHex(contract), standard, fake, name, symbol, decimals, recent];
      lines.push(JSON.stringify(line));
      asset.recent = 0;
    }
    this.touched.clear();
    if (lines.length === 0) return;
    const text = Buffer.from(`${lines.join('\n')}\n`);
    const buffer = runs.buffer('asset', 0);
    const start = buffer.extend(Math.ceil(text.length / 4));
    const bytes = new Uint8Array(buffer.words.buffer, 4 * start, 4 * Math.ceil(text.length / 4));
    bytes.fill(0x20);
    bytes.set(text);
  }

  /** Reads the tokens of all segments. */
  readFrom(folder: RunFolder, segments: number): void {
    const words = folder.read(segments, 'asset', 0);
    const text = Buffer.from(words.buffer, words.byteOffset, words.byteLength).toString();
    for (const line of text.split('\n')) if (line.trim() !== '') this.restore(JSON.parse(line) as AssetLine);
  }

  private restore([id, contract, standard, fake, name, symbol, decimals, movements]: AssetLine): void {
    const key = fromHex(contract);
    const known = this.byContract.get(byteKey(key));
    if (known) {
      known.movements += movements;
      Object.assign(known, { name, symbol, decimals });
      return;
    }
    this.keep({ id, contract: key, standard, fake, name, symbol, decimals, movements, recent: 0 });
  }

  private create(contract: Uint8Array, standard: TokenStandard, facts: TokenFacts | undefined): LoadAsset {
    const { name = null, symbol = null, decimals = null } = facts ?? {};
    return this.keep({
      id: this.all.length + 1,
      contract,
      standard,
      fake: isFakeToken(contract, { name, symbol }, this.chainId),
      name,
      symbol,
      decimals,
      movements: 0,
      recent: 0,
    });
  }

  private keep(asset: LoadAsset): LoadAsset {
    this.all.push(asset);
    this.byContract.set(byteKey(asset.contract), asset);
    return asset;
  }
}

function nameIfUnknown(asset: LoadAsset, facts: TokenFacts): void {
  if (hasNames(asset) || !hasNames(facts)) return;
  asset.name = facts.name;
  asset.symbol = facts.symbol;
  asset.decimals = facts.decimals;
}
