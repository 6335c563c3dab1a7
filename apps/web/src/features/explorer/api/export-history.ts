import { type ExportFormat, exportAddressTransactions } from '@hopscope/contract';
import { useMutation } from '@tanstack/react-query';
import { saveFile } from '../../../lib/browser/save-file.ts';
import { useServices } from '../../../lib/services.ts';
import { type AddressView, givenOf } from '../model/address-view.ts';

/** Long histories take minutes; the server streams rows as it reads them. */
const timeoutMs = 30 * 60_000;
const types: Readonly<Record<ExportFormat, string>> = { csv: 'text/csv', jsonl: 'application/x-ndjson' };

/** Downloads the rows of an address history that match the filter. */
export function useExportHistory(
  addr: string,
  { filter, asset, hidden }: Pick<AddressView, 'filter' | 'asset' | 'hidden'>,
) {
  const { api } = useServices();
  return useMutation({
    mutationFn: async (format: ExportFormat) => {
      const query = {
        ...givenOf(filter),
        ...(asset !== undefined && { asset }),
        ...(hidden && { hidden: 'true' as const }),
        format,
      };
      const text = await api(exportAddressTransactions, { params: { addr }, query }, { timeoutMs });
      saveFile(`${addr}.${format}`, text, types[format]);
    },
  });
}
