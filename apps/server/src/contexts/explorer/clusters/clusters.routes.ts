import { getAddressCluster } from '@hopscope/contract';
import type { Context } from '../../../context.ts';
import type { Router } from '../../../http/router.ts';

export function clusterRoutes({ route }: Router, { clusters }: Context): void {
  route(getAddressCluster, async ({ params, query }) => clusters.ofAddress(params.addr, query));
}
