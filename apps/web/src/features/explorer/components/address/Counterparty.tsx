import type { AddressTransactionView } from '@hopscope/contract';
import { useFormats } from '../../../../lib/people/formats-context.tsx';
import { Row } from '../../../../ui/layout/Row.tsx';
import { Text } from '../../../../ui/text/Text.tsx';
import { counterpartiesOf } from '../../model/counterparties.ts';
import { type LookAlikes, lookAlikeWarning } from '../../model/text/warnings.ts';
import { AddressLink } from '../links.tsx';
import { WarningTag } from '../WarningTag.tsx';

const unknownSide = 'From outputs that are not in the ledger or have no address';

/** The first counterparty of a row and the number of others; "Unknown" if it can't be determined. */
export function Counterparty({
  tx,
  own,
  alike,
}: {
  tx: AddressTransactionView;
  own: string;
  alike: LookAlikes;
}) {
  const { addresses, more, unnamed, newCoins } = counterpartiesOf(tx, own);
  const { count } = useFormats();
  const [first, ...rest] = addresses;
  if (newCoins) return <Text tone={2}>Newly created coins</Text>;
  if (first === undefined) {
    return unnamed ? (
      <Text tone={2} unknown title={unknownSide}>
        Unknown
      </Text>
    ) : (
      <Text tone={2}>Same address</Text>
    );
  }
  const others = rest.length > 0 || more || unnamed;
  const warned = addresses.map((address) => lookAlikeWarning(address, alike)).find(Boolean);
  return (
    <Row gap={6}>
      <AddressLink address={first} />
      {warned && <WarningTag warning={warned} />}
      {others && (
        <Text tone={3} size={12} nowrap title={unnamed ? unknownSide : undefined}>
          {rest.length > 0
            ? `+${count(rest.length)}${more ? ' or more' : ''}`
            : more
              ? '+ more'
              : '+ unknown'}
        </Text>
      )}
    </Row>
  );
}
