import { toHex } from '@hopscope/chain';
import type { SqlSession } from '../../../db/session.ts';
import { inParts } from '../../shared/byte-keys.ts';
import type { TokenFacts } from '../blocks/bundle.ts';
import { type ListWindow, remoteKinds, remoteLists, remoteSpam } from './by-address.ts';

/**
 * Returns facts from other lists about transactions, by their hash in hex: the place in the block, and the contracts that
 * they created.
 */
export async function readTxFacts(
  session: SqlSession,
  key: Uint8Array,
  hashes: readonly Uint8Array[],
): Promise<Map<string, { txIndex: number | undefined; made: Uint8Array[] }>> {
  const facts = new Map<string, { txIndex: number | undefined; made: Uint8Array[] }>();
  for (const part of inParts(hashes, 5000)) {
    const { rows } = await session.query<{
      hash: Uint8Array;
      tx_index: number | null;
      creates: boolean;
      receiver: Uint8Array | null;
    }>(
      `select hash, tx_index, creates, receiver from eth_remote_movement
       where key = $1 and hash in (select decode(h, 'hex') from unnest($2::text[]) h) and (tx_index is not null or creates)`,
      [key, part.map((hash) => toHex(hash))],
    );
    for (const { hash, tx_index: txIndex, creates, receiver } of rows) {
      const name = toHex(hash);
      const known = facts.get(name) ?? { txIndex: undefined, made: [] };
      known.txIndex ??= txIndex ?? undefined;
      if (creates && receiver) known.made.push(receiver);
      facts.set(name, known);
    }
  }
  return facts;
}

const optionalHex = (bytes: Uint8Array | null): string | null => bytes && toHex(bytes);
const optionalText = (value: bigint | null): string | null => (value === null ? null : String(value));

/** Replaces the stored part of a list from a block on. */
export async function replaceWindow(
  session: SqlSession,
  key: Uint8Array,
  { list, from, loaded, settled, movements }: ListWindow,
): Promise<void> {
  const number = remoteLists.indexOf(list);
  await session.query('delete from eth_remote_movement where key = $1 and list = $2 and height >= $3', [
    key,
    number,
    from,
  ]);
  let ord = 0;
  for (const part of inParts(movements, 2000)) {
    const rows = part.map((movement) => ({
      height: movement.height,
      ord: ord++,
      time: movement.time,
      hash: toHex(movement.hash),
      tx_index: movement.txIndex ?? null,
      kind: remoteKinds.indexOf(movement.kind),
      sender: optionalHex(movement.from),
      receiver: optionalHex(movement.to),
      token: optionalHex(movement.token),
      token_id: optionalText(movement.tokenId),
      amount: String(movement.amount),
      attempted: optionalText(movement.attempted),
      log_index: movement.logIndex,
      path: movement.path,
      selector: optionalHex(movement.selector),
      creates: movement.creates,
      spam: remoteSpam.indexOf(movement.spam),
    }));
    await session.query(
      `insert into eth_remote_movement (key, list, height, ord, number, time, hash, tx_index, kind, sender, receiver, token,
         token_id, amount, attempted, log_index, path, selector, creates, spam)
       select $1, $2::int2, height, ord, null, time, decode(hash, 'hex'), tx_index, kind, decode(sender, 'hex'),
         decode(receiver, 'hex'), decode(token, 'hex'), token_id::numeric, amount::numeric, attempted::numeric, log_index,
         path, decode(selector, 'hex'), creates, spam
       from json_to_recordset($3::json) as r(height int4, ord int4, time int8, hash text, tx_index int4, kind int2,
         sender text, receiver text, token text, token_id text, amount text, attempted text, log_index int4, path text,
         selector text, creates boolean, spam int2)`,
      [key, number, JSON.stringify(rows)],
    );
  }
  await session.query(
    `insert into eth_remote_list (key, list, loaded, settled) values ($1, $2, $3, $4)
     on conflict (key, list) do update set loaded = excluded.loaded, settled = excluded.settled`,
    [key, number, loaded, settled],
  );
}

/**
 * Numbers the movements of an address from a block on, in chain order: 0 is the oldest. Those above the block up to which
 * all lists are stored are numbered later. Returns the number of numbered movements.
 */
export async function numberMovements(
  session: SqlSession,
  key: Uint8Array,
  { from, to }: { from: number; to: number },
): Promise<number> {
  await session.query(
    'update eth_remote_movement set number = null where key = $1 and height >= $2 and number is not null',
    [key, from],
  );
  await session.query(
    `update eth_remote_movement m set number = n.number
     from (
       select list, height, ord,
         (select count(*) from eth_remote_movement b where b.key = $1 and b.height < $2)
         + row_number() over (order by height, coalesce(tx_index, 2147483647), hash, kind, coalesce(log_index, -1), list, ord)
         - 1 as number
       from eth_remote_movement where key = $1 and height between $2 and $3
     ) n
     where m.key = $1 and m.list = n.list and m.height = n.height and m.ord = n.ord`,
    [key, from, to],
  );
  const { rows } = await session.query<{ stored: bigint }>(
    'select count(*) as stored from eth_remote_movement where key = $1 and number is not null',
    [key],
  );
  return Number(rows[0]?.stored ?? 0);
}

/** Returns received minus sent ether over all stored movements. */
export async function sumEther(session: SqlSession, key: Uint8Array): Promise<bigint> {
  const { rows } = await session.query<{ sum: string }>(
    `select coalesce(sum(case when receiver = $1 then amount else 0 end - case when sender = $1 then amount else 0 end), 0)::text as sum
     from eth_remote_movement where key = $1 and token is null`,
    [key],
  );
  return BigInt(rows[0]?.sum ?? 0);
}

/** Stores facts about tokens from lists; doesn't change known ones. */
export async function keepRemoteTokens(
  session: SqlSession,
  tokens: readonly (TokenFacts & { fake: boolean })[],
): Promise<void> {
  for (const { contract, standard, name, symbol, decimals, fake } of tokens) {
    await session.query(
      `insert into eth_remote_token (contract, standard, name, symbol, decimals, fake) values ($1, $2, $3, $4, $5, $6)
       on conflict (contract) do nothing`,
      [contract, standard, name, symbol, decimals, fake],
    );
  }
}

/** Returns a block in which the order of an address's movements is unknown: several transactions, one without its place. */
export async function readUnplaced(
  session: SqlSession,
): Promise<{ key: Uint8Array; height: number; hashes: Uint8Array[] } | undefined> {
  const { rows } = await session.query<{ key: Uint8Array; height: number }>(
    `select m.key, m.height from eth_remote_movement m join eth_remote_address a on a.key = m.key and a.problem is null
     where m.tx_index is null and exists (
       select 1 from eth_remote_movement o where o.key = m.key and o.height = m.height and o.hash <> m.hash)
     limit 1`,
  );
  const [found] = rows;
  if (!found) return undefined;
  const { rows: hashes } = await session.query<{ hash: Uint8Array }>(
    'select distinct hash from eth_remote_movement where key = $1 and height = $2 and tx_index is null',
    [found.key, found.height],
  );
  return { ...found, hashes: hashes.map(({ hash }) => hash) };
}

/** Stores the places of transactions in a block, and renumbers its movements. */
export async function placeTransactions(
  session: SqlSession,
  { key, height, places }: { key: Uint8Array; height: number; places: ReadonlyMap<string, number> },
): Promise<void> {
  for (const [hash, place] of places) {
    await session.query(
      `update eth_remote_movement set tx_index = $4 where key = $1 and height = $2 and hash = decode($3, 'hex')`,
      [key, height, hash, place],
    );
  }
  const { rows } = await session.query<{ numbered: boolean }>(
    'select bool_and(number is not null) as numbered from eth_remote_movement where key = $1 and height = $2',
    [key, height],
  );
  if (rows[0]?.numbered !== true) return;
  await session.query(
    `update eth_remote_movement m set number = n.number
     from (
       select list, ord, (select min(number) from eth_remote_movement where key = $1 and height = $2)
         + row_number() over (order by coalesce(tx_index, 2147483647), hash, kind, coalesce(log_index, -1), list, ord)
         - 1 as number
       from eth_remote_movement where key = $1 and height = $2
     ) n
     where m.key = $1 and m.height = $2 and m.list = n.list and m.ord = n.ord`,
    [key, height],
  );
}
