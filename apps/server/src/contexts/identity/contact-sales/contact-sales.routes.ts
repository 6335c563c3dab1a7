import { contactSalesEndpoints, operatorEndpoints } from '@hopscope/contract';
import type { Context } from '../../../context.ts';
import type { Router } from '../../../http/router.ts';

export function contactSalesRoutes({ route }: Router, { contactSales }: Context): void {
  route(contactSalesEndpoints.submitContactRequest, async (call) => ({
    message: await contactSales.submit(call, call.body),
  }));
  route(operatorEndpoints.listContactRequests, async ({ query: { open, ...page } }) =>
    contactSales.list({ ...page, open: open === undefined ? undefined : open === 'true' }),
  );
  route(operatorEndpoints.closeContactRequest, async (call) => ({
    data: await contactSales.close(call, call.params.requestId),
  }));
}
