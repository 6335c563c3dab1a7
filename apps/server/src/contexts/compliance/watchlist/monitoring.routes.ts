import { monitoredWalletEndpoints, monitoringEndpoints } from '@hopscope/contract';
import type { Context } from '../../../context.ts';
import type { Router } from '../../../http/router.ts';

const calls = { ...monitoringEndpoints, ...monitoredWalletEndpoints };

export function monitoringRoutes(
  { route }: Router,
  { monitoring, monitoredWallets: wallets }: Pick<Context, 'monitoring' | 'monitoredWallets'>,
): void {
  route(calls.listMonitoredAddresses, ({ member, query }) => monitoring.list(member, {}, query));
  route(calls.filterMonitoredAddresses, ({ member, query: { page, limit, status, ...filter } }) =>
    monitoring.filter(
      member,
      { ...filter, ...(status !== undefined && { isActive: status === 'active' }) },
      { page, limit },
    ),
  );
  route(calls.getMonitoredAddress, async ({ member, params }) => ({
    data: await monitoring.get(member, params.id),
  }));
  route(calls.addMonitoredAddress, async (call) => ({ data: await monitoring.add(call, call.body) }));
  route(calls.addMonitoredAddressOf, async (call) => ({ data: await monitoring.add(call, call.body) }));
  route(calls.addMonitoredAddresses, (call) => monitoring.addMany(call, call.body.addresses));
  route(calls.changeMonitoredAddress, async (call) => ({
    data: await monitoring.change(call, call.params.id, call.body),
  }));
  route(calls.screenMonitoredPast, async (call) => ({
    data: await monitoring.screenPast(call, call.params.id, call.body.from),
  }));
  route(calls.deleteMonitoredAddress, async (call) => {
    await monitoring.remove(call, call.params.id);
    return { deleted: true as const };
  });
  route(calls.getMonitoredAddressHistory, ({ member, params, query }) =>
    monitoring.history(member, params.id, query),
  );
  route(calls.previewMonitoredWallet, async ({ body }) => ({ data: await wallets.preview(body) }));
  route(calls.listMonitoredWallets, ({ member, query }) => wallets.list(member, query));
  route(calls.getMonitoredWallet, async ({ member, params }) => ({
    data: await wallets.get(member, params.id),
  }));
  route(calls.addMonitoredWallet, async (call) => ({ data: await wallets.add(call, call.body) }));
  route(calls.changeMonitoredWallet, async (call) => ({
    data: await wallets.change(call, call.params.id, call.body),
  }));
  route(calls.deleteMonitoredWallet, async (call) => {
    await wallets.remove(call, call.params.id);
    return { deleted: true as const };
  });
}
