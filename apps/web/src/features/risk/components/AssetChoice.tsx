import { shorten } from '@hopscope/domain';
import { NativeSelect } from '../../../ui/form/NativeSelect.tsx';
import { useTokens } from '../api/assets.ts';

const coin = 'coin';

/** Selects the asset of the score: ether or a token. Renders nothing if there is no choice. */
export function AssetChoice({
  address,
  asset,
  onAsset,
}: {
  address: string;
  asset: string | undefined;
  onAsset: (asset: string | undefined) => void;
}) {
  const { data: tokens = [] } = useTokens(address);
  if (tokens.length === 0 && asset === undefined) return null;
  const named = tokens.flatMap(({ contract, symbol }) =>
    contract === null ? [] : [{ value: contract, label: `Token ${symbol ?? ''} ${shorten(contract)}` }],
  );
  const known = asset === undefined || named.some(({ value }) => value === asset);
  return (
    <NativeSelect
      label="Asset of the score"
      value={asset ?? coin}
      options={[
        { value: coin, label: 'Ether' },
        ...named,
        ...(known ? [] : [{ value: asset, label: `Token ${shorten(asset)}` }]),
      ]}
      onChange={(value) => onAsset(value === coin ? undefined : value)}
    />
  );
}
