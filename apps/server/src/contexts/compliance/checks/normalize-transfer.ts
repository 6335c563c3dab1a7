import type { ScreenedTransfer } from '@hopscope/contract';
import { AppError, isMalformed } from '../../../lib/app-error.ts';
import { checkAsset, identifiers } from '../../../lib/identifiers.ts';
import type { NetworkName } from '../../../ledger/bitcoin/ledger.ts';

/** Returns the transfer with identifiers in the form of answers. Throws 400 with the field that is wrong. */
export function normalizeTransfer(transfer: ScreenedTransfer, bitcoin: NetworkName): ScreenedTransfer {
  const parsers = identifiers[transfer.blockchain];
  const checked = <T>(field: string, check: () => T): T => {
    try {
      return check();
    } catch (error) {
      if (!isMalformed(error)) throw error;
      throw new AppError('validation_failed', error.message, {
        fields: [{ field, message: error.message }],
      });
    }
  };
  const { from, to, transaction, asset } = transfer;
  checked('asset', () => checkAsset(transfer.blockchain, asset));
  if (transaction !== undefined) checked('transaction', () => parsers.transaction(transaction));
  const address = (field: string, text: string): string =>
    checked(field, () => parsers.address(text, bitcoin).text);
  return {
    ...transfer,
    ...(from !== undefined && { from: address('from', from) }),
    ...(to !== undefined && { to: address('to', to) }),
    ...(transaction !== undefined && { transaction: transaction.toLowerCase() }),
  };
}
