import {
  getBlockFees,
  getRawTransaction,
  getTransactionContext,
  getTransactionProof,
} from '@hopscope/contract';
import type { Context } from '../../../context.ts';
import type { Router } from '../../../http/router.ts';

export function transactionPartRoutes({ route, file }: Router, { transactionParts }: Context): void {
  route(getTransactionProof, async ({ params }) => ({ data: await transactionParts.proof(params.hash) }));
  route(getTransactionContext, async ({ params }) => ({ data: await transactionParts.context(params.hash) }));
  route(getBlockFees, async ({ params, query }) => ({
    data: await transactionParts.fees(params.height, query),
  }));
  file(getRawTransaction, async ({ params, query }) => transactionParts.raw(params.hash, query.format));
}
