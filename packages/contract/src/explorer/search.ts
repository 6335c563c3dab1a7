import { z } from 'zod';
import { blockchain, coverage, scriptType } from './chain-shapes.ts';
import { endpoint } from '../endpoint.ts';

const ok = z.literal(true);

export const search = endpoint({
  id: 'search',
  method: 'GET',
  path: '/search',
  access: 'user',
  scope: 'read',
  tag: 'search',
  summary: 'Identify text as a block, transaction, or address, or explain why it is none of these',
  description:
    'Accepts pasted text: quotes, `bitcoin:` and `ethereum:` URIs (BIP 21, EIP-681), addresses with line breaks. A hash, with or without 0x, is looked up on the chain of its notation first, then on the other.',
  query: z.object({ q: z.string().max(500).default('') }),
  response: z.object({
    success: ok,
    data: z.object({
      type: z.enum(['block', 'transaction', 'address', 'none']),
      /** Canonical form to put in the explorer's path; null where nothing was recognized. */
      value: z.string().nullable(),
      blockchain: blockchain.nullable(),
      script_type: scriptType.nullable(),
      /** Whether it is in the ledger. */
      found: z.boolean(),
      /** In words: what it is, or why it is nothing. */
      message: z.string(),
      /** The same text on the other chain, if it exists there too (a height). */
      others: z.array(z.object({ type: z.literal('block'), value: z.string(), blockchain })),
      /** What was probably meant: the address with the right capitals. */
      suggestion: z.string().nullable(),
      coverage,
    }),
  }),
});
