import { z } from 'zod';

const following = z.object({ height: z.number(), status: z.object({ phase: z.literal('following') }) });
/** What `/health` answers once both ledgers have the whole history and follow new blocks. */
export const wholeHistory = z.object({ bitcoin: following, ethereum: following });
