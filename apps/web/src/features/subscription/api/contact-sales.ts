import { contactSalesEndpoints } from '@hopscope/contract';
import { useCall } from '../../../lib/api/use-call.ts';

/** Requests an offer from the provider. */
export function useContactSales() {
  return useCall(contactSalesEndpoints.submitContactRequest);
}
