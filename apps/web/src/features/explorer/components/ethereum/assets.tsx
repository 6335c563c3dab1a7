import type { AssetView } from '@hopscope/contract';
import { chains, shorten } from '@hopscope/domain';
import { Link } from '@tanstack/react-router';
import { useFormats } from '../../../../lib/people/formats-context.tsx';
import { UntrustedText } from '../../../../ui/text/UntrustedText.tsx';
import { Text } from '../../../../ui/text/Text.tsx';
import { UnitAmount } from '../../../../shared/amount/UnitAmount.tsx';

const { symbol, decimals: etherDecimals } = chains.ethereum.coin;

/** An amount of ether. */
export function Ether({
  wei,
  direction,
  full,
  unit = true,
}: {
  wei: string;
  direction?: 'in' | 'out' | 'self' | undefined;
  full?: boolean;
  unit?: boolean;
}) {
  return (
    <UnitAmount
      amt={wei}
      decimals={etherDecimals}
      {...(unit && { unit: symbol })}
      direction={direction}
      full={full ?? false}
    />
  );
}

/** Wei per gas, in gwei. */
export function GasPrice({ wei }: { wei: string }) {
  return <UnitAmount amt={wei} decimals={9} unit="gwei" full />;
}

/** Symbol of an asset, or its contract if it has none; links to the contract. */
export function AssetLink({ asset }: { asset: AssetView }) {
  if (asset.contract === null) return <Text>{symbol}</Text>;
  const name = asset.symbol ?? asset.name;
  return (
    <Link
      to="/home/block-explorer/address/$address"
      params={{ address: asset.contract }}
      title={asset.name === null ? asset.contract : `${asset.name}: ${asset.contract}`}
    >
      {name === null ? shorten(asset.contract) : <UntrustedText>{name}</UntrustedText>}
    </Link>
  );
}

function TokenId({ id }: { id: string }) {
  const name = `#${id}`;
  return (
    <Text nowrap title={id.length > 12 ? name : undefined}>
      {id.length > 12 ? `#${shorten(id)}` : name}
    </Text>
  );
}

/** Amount of any asset with its symbol; tokens of collections by ID. */
export function AssetAmount({
  asset,
  amt,
  direction,
  full = false,
}: {
  asset: AssetView;
  amt: string;
  direction?: 'in' | 'out' | 'self' | undefined;
  full?: boolean;
}) {
  const { count } = useFormats();
  if (asset.type === 'ether') return <Ether wei={amt} direction={direction} full={full} />;
  if (asset.token_id !== null) {
    return (
      <>
        {asset.type === 'erc1155' && `${count(BigInt(amt))} × `}
        <AssetLink asset={asset} /> <TokenId id={asset.token_id} />
      </>
    );
  }
  const unit = <AssetLink asset={asset} />;
  if (asset.decimals !== null || asset.type !== 'erc20') {
    const decimals = asset.decimals ?? 0;
    return <UnitAmount amt={amt} decimals={decimals} unit={unit} direction={direction} full={full} />;
  }
  return (
    <Text unknown title="Decimals of the token are unknown: amount in its smallest unit">
      <UnitAmount amt={amt} decimals={0} direction={direction} full={full} /> units of {unit}
    </Text>
  );
}
