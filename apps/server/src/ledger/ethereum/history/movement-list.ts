import type { SqlSession } from '../../../db/session.ts';
import { byteKey } from '../../shared/byte-keys.ts';
import { type ListPair, unpackAccount, unpackHolding } from '../accounts/accounts.ts';
import { findAssets } from '../accounts/assets.ts';
import { etherAsset } from '../accounts/effects.ts';
import { entryCodec, numberCodec } from '../accounts/entries.ts';
import { createListReader } from './list-pages.ts';
import { listOf } from './lists.ts';
import type { MovementRow } from '../model.ts';

/** A list of an account: all movements, or those of one asset. */
export interface MovementList {
  /** Number of the asset; undefined: all assets. */
  readonly asset: number | undefined;
  /** Its entries, and the hidden ones among them. */
  readonly pair: ListPair;
  /** Returns movements by their numbers in the list, in the given order. */
  at(numbers: readonly number[]): Promise<MovementRow[]>;
}

/** Opens a list of movements. Undefined if the account never moved the asset. */
export async function openMovements(
  session: SqlSession,
  id: bigint,
  asset: 'ether' | Uint8Array | undefined,
): Promise<MovementList | undefined> {
  const { rows } = await session.query<{ lists: Uint8Array }>('select lists from eth_account where id = $1', [
    String(id),
  ]);
  if (!rows[0]) return undefined;
  const { movements, ether } = unpackAccount(rows[0].lists);
  const chosen = await chooseList(session, id, asset, { movements, ether });
  if (!chosen) return undefined;
  const entries = createListReader(session, {
    account: id,
    list: listOf(undefined, false),
    numbered: movements.all,
    codec: entryCodec,
  });
  const sequences =
    chosen.asset === undefined
      ? undefined
      : createListReader(session, {
          account: id,
          list: listOf(chosen.asset, false),
          numbered: chosen.pair.all,
          codec: numberCodec,
        });
  return {
    ...chosen,
    async at(numbers) {
      const places = sequences ? await sequences.at(numbers) : numbers;
      const found = await entries.at(places);
      return found.map((entry, i) => ({ sequence: places[i] ?? 0, ...entry }));
    },
  };
}

async function chooseList(
  session: SqlSession,
  id: bigint,
  asset: 'ether' | Uint8Array | undefined,
  own: { movements: ListPair; ether: ListPair },
): Promise<Pick<MovementList, 'asset' | 'pair'> | undefined> {
  if (asset === undefined) return { asset, pair: own.movements };
  if (asset === 'ether') return { asset: etherAsset, pair: own.ether };
  const token = (await findAssets(session, [asset])).get(byteKey(asset));
  if (!token) return undefined;
  const { rows } = await session.query<{ lists: Uint8Array }>(
    'select lists from eth_holding where id = $1 and asset = $2',
    [String(id), token.id],
  );
  return rows[0] && { asset: token.id, pair: unpackHolding(rows[0].lists) };
}
