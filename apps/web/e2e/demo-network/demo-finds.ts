import { z } from 'zod';

const entities = z.object({
  data: z.array(z.object({ entity_id: z.string(), entity_type: z.string().optional() })),
});
const attributed = z.object({ data: z.array(z.object({ address: z.string() })) });
const counterparties = z.object({ counterparties: z.array(z.object({ address: z.string() })) });
const bulk = z.object({
  data: z.array(z.object({ identifier: z.string(), factors: z.array(z.object({ id: z.string() })) })),
});
const health = z.object({ ethereum: z.object({ height: z.number() }) });
const senders = z.object({ txs: z.array(z.object({ from: z.string() })) });
const holdings = z.object({
  assets: z.array(
    z.object({
      asset: z.object({ type: z.string() }),
      movement_count: z.int(),
      hidden_count: z.int(),
    }),
  ),
});

/** Makes an API call that must not fail: GET, or POST with a body. */
export type Ask = (path: string, body?: object) => Promise<unknown>;

/**
 * Returns an address paid by one that the directory attributes to a mixer, which it doesn't do for all of the mixer's addresses.
 */
export async function paidByAMixer(ask: Ask): Promise<string> {
  const mixers = entities.parse(await ask('/sot')).data.filter(({ entity_type: type }) => type === 'mixer');
  for (const { entity_id: id } of mixers) {
    const known = attributed.parse(await ask(`/sot/${id}/addresses?blockchain=bitcoin&limit=50`)).data;
    for (const address of new Set(known.map((each) => each.address))) {
      const paid = counterparties.parse(
        await ask(`/blockchain/address/${address}/counterparties?direction=out&limit=20`),
      ).counterparties;
      if (paid.length === 0) continue;
      const items = paid.map((each) => ({ identifier: each.address }));
      const scored = bulk.parse(await ask('/risk-scoring/bulk', { items })).data;
      const mixed = scored.find(({ factors }) =>
        factors.some(({ id: factor }) => factor === 'received.direct.mixer'),
      );
      if (mixed) return mixed.identifier;
    }
  }
  throw new Error('No known address of a mixer has paid anybody');
}

/** Returns an address that has moved a token recently, preferring the given ones; tokens hidden as spam don't count. */
export async function tokenHolder(ask: Ask, first: readonly string[]): Promise<string> {
  const tip = health.parse(await ask('/health')).ethereum.height;
  const people = new Set(first);
  for (let height = tip; height > tip - 40 && people.size < 60; height--) {
    const { txs } = senders.parse(
      await ask(`/blockchain/block/${height}/transactions?blockchain=ethereum&limit=20`),
    );
    for (const { from } of txs) people.add(from);
  }
  for (const address of people) {
    const { assets } = holdings.parse(await ask(`/blockchain/address/${address}/assets`));
    const shown = assets.some(
      ({ asset, movement_count: all, hidden_count: hidden }) => asset.type === 'erc20' && all > hidden,
    );
    if (shown) return address;
  }
  throw new Error('No address has moved a token lately');
}
