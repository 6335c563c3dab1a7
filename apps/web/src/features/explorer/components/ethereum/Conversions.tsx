import type { ConversionView, ConvertedSideView } from '@hopscope/contract';
import { Fragment } from 'react';
import { useFormats } from '../../../../lib/people/formats-context.tsx';
import { LearnMore } from '../../../../ui/button/LearnMore.tsx';
import { CallRow, CallTree } from '../../../../ui/display/CallTree.tsx';
import { Tag } from '../../../../ui/display/Tag.tsx';
import { Card } from '../../../../ui/layout/Card.tsx';
import { Inset } from '../../../../ui/layout/Inset.tsx';
import { Text } from '../../../../ui/text/Text.tsx';
import { conversionBasisNames, conversionBasisReasons } from '../../model/text/ethereum-text.ts';
import { Folded } from '../Folded.tsx';
import { AddressLink } from '../links.tsx';
import { AssetAmount } from './assets.tsx';

/** Maximum number of accounts in between that are named. */
const mostNamed = 3;

/** Amounts of all sides in a row: 1 ETH + 2 USDC. */
export function Parts({ sides, full = false }: { sides: readonly ConvertedSideView[]; full?: boolean }) {
  return sides
    .flatMap(({ parts }) => parts)
    .map(({ asset, amt }, i) => (
      <Fragment key={i}>
        {i > 0 && ' + '}
        <AssetAmount asset={asset} amt={amt} full={full} />
      </Fragment>
    ));
}

function Sides({ verb, sides }: { verb: string; sides: readonly ConvertedSideView[] }) {
  return sides.map((side) => (
    <CallRow key={side.address} depth={0} end={<Parts sides={[side]} full />}>
      <AddressLink address={side.address} />
      <Text tone={3}>{verb}</Text>
    </CallRow>
  ));
}

function ConversionRows({ conversion }: { conversion: ConversionView }) {
  const { counted } = useFormats();
  const { gave, received, through, basis } = conversion;
  return (
    <CallTree label="Conversion">
      <Sides verb="gave" sides={gave} />
      <Sides verb="received" sides={received} />
      <CallRow depth={0} end={<Tag title={conversionBasisReasons[basis]}>{conversionBasisNames[basis]}</Tag>}>
        <Text tone={3} size={12}>
          {through.length === 0 ? 'Directly' : `Through ${counted(through.length, 'account')}`}
        </Text>
        {through.slice(0, mostNamed).map((address) => (
          <AddressLink key={address} address={address} />
        ))}
      </CallRow>
    </CallTree>
  );
}

/** What a transaction converted: who gave which assets, and who received others for them. */
export function Conversions({
  conversions,
  complete,
}: {
  conversions: readonly ConversionView[];
  /** False where ether that contracts moved is unknown. */
  complete: boolean;
}) {
  const { count } = useFormats();
  if (conversions.length === 0) return null;
  return (
    <Card title="Conversions" count={count(conversions.length)} extra={<LearnMore about="conversions" />}>
      <Folded rows={conversions}>
        {(shown) => shown.map((conversion, i) => <ConversionRows key={i} conversion={conversion} />)}
      </Folded>
      {!complete && (
        <Inset>
          <Text tone={3} size={12}>
            Ether that contracts moved is unknown, so amounts of ether may be missing.
          </Text>
        </Inset>
      )}
    </Card>
  );
}
