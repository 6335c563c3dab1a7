import type { NewTravelInstitution } from '@hopscope/contract';
import { toHex } from '@hopscope/chain';
import { type Blockchain, chains } from '@hopscope/domain';
import type { SqlDatabase } from '../../../db/session.ts';
import { withSession } from '../../../db/session.ts';
import { readAssets } from '../../../ledger/ethereum/reader.ts';
import { badRequest } from '../../../lib/app-error.ts';
import { checkAsset, parseEthereumAccount } from '../../../lib/identifiers.ts';

/** An asset as both this server and the protocol name it. */
export interface TravelAsset {
  readonly blockchain: Blockchain;
  /** Contract of a token; null: the coin of the chain. */
  readonly asset: string | null;
  readonly symbol: string;
  readonly decimals: number;
  /** Digital Token Identifier (ISO 24165). */
  readonly dti: string | null;
}

/** Registered coin types (SLIP-44), and identifiers of coins (ISO 24165). */
const coins: readonly { blockchain: Blockchain; slip0044: number; dti: string }[] = [
  { blockchain: 'bitcoin', slip0044: 0, dti: '4H95J0R2X' },
  { blockchain: 'ethereum', slip0044: 60, dti: 'X9J9K872S' },
];

export const slip44Of = (blockchain: Blockchain): number =>
  coins.find((coin) => coin.blockchain === blockchain)?.slip0044 ?? 0;

function coinOf(blockchain: Blockchain): TravelAsset {
  const { symbol, decimals } = chains[blockchain].coin;
  return { blockchain, asset: null, symbol, decimals, dti: null };
}

async function tokenOf(
  db: SqlDatabase,
  contract: string,
  tokens: NewTravelInstitution['tokens'],
): Promise<TravelAsset | undefined> {
  const { text, bytes } = parseEthereumAccount(contract);
  const row = (await withSession(db, (session) => readAssets(session, [bytes]))).get(toHex(bytes));
  if (!row || row.decimals === null) return undefined;
  const dti = tokens.find((token) => token.contract.toLowerCase() === text.toLowerCase())?.dti ?? null;
  return { blockchain: 'ethereum', asset: text, symbol: row.symbol ?? text, decimals: row.decimals, dti };
}

/** Finds the asset of a request. Throws 400 if it is a token that the ledger does not know, with its decimals. */
export async function assetOfRequest(
  db: SqlDatabase,
  { blockchain, asset }: { blockchain: Blockchain; asset?: string | undefined },
  tokens: NewTravelInstitution['tokens'],
): Promise<TravelAsset> {
  if (asset === undefined) return coinOf(blockchain);
  checkAsset(blockchain, asset);
  const found = await tokenOf(db, asset, tokens);
  if (!found) throw badRequest('bad_request', `The ledger has no token with decimals at ${asset}`);
  return found;
}

/** Finds the asset that another institution names; undefined: it is not supported. */
export async function assetOfInquiry(
  db: SqlDatabase,
  { slip0044, dti }: { slip0044: number | undefined; dti: string | undefined },
  tokens: NewTravelInstitution['tokens'],
): Promise<TravelAsset | undefined> {
  const coin = coins.find((one) =>
    dti === undefined ? one.slip0044 === slip0044 : one.dti === dti.toUpperCase(),
  );
  if (coin) return coinOf(coin.blockchain);
  const token = tokens.find((one) => one.dti === dti);
  return token && tokenOf(db, token.contract, tokens);
}
