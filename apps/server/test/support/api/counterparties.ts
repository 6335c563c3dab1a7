import { type CounterpartyView, listAddressCounterparties } from '@hopscope/contract';
import type { DirectoryApi } from './directory-api.ts';
import type { Someone } from './teams-api.ts';

/** Returns who is behind bridges among the counterparties of an address, each with the bridge's address. */
export async function readThrough(
  api: DirectoryApi,
  who: Someone,
  { addr, direction, asset }: { addr: string; direction: 'in' | 'out'; asset?: string | undefined },
): Promise<({ of: string } & CounterpartyView['through'][number])[]> {
  const query = { direction, page: 1, limit: 20, ...(asset !== undefined && { asset }) };
  const { counterparties } = await api.as(who, listAddressCounterparties, { params: { addr }, query });
  return counterparties.flatMap(({ address, through }) => through.map((each) => ({ of: address, ...each })));
}
