import {
  exportAddressTransactions,
  getAddressActivity,
  getAddressActivityDay,
  getAddressBalanceHistory,
  listAddressTransactions,
} from '@hopscope/contract';
import type { Context } from '../../../context.ts';
import type { Router } from '../../../http/router.ts';

export function addressRoutes({ route, download }: Router, { addresses }: Context): void {
  route(listAddressTransactions, async (call) => addresses.transactions(call.params.addr, call.query, call));
  route(getAddressActivity, async ({ params, query }) => addresses.activity(params.addr, query));
  route(getAddressActivityDay, async ({ params }) => ({
    data: await addresses.day(params.addr, params.date),
  }));
  route(getAddressBalanceHistory, async ({ params, query }) => addresses.balanceHistory(params.addr, query));
  download(exportAddressTransactions, async (call) => addresses.export(call.params.addr, call.query, call));
}
