import { contactSalesEndpoints } from '@hopscope/contract';
import { useCall } from '../../../lib/api/use-call.ts';

/** Asks the provider for an offer. */
export function useContactSales() {
  return useCall(contactSalesEndpoints.submitContactRequest);
}
