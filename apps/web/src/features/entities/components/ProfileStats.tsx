import { type Blockchain, chains, shortDecimal } from '@hopscope/domain';
import { coverageText } from '../../../lib/text/coverage-text.ts';
import { useFormats } from '../../../lib/people/formats-context.tsx';
import { Amount, UnknownAmount } from '../../../shared/amount/Amount.tsx';
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx';
import { type Stat, Stats } from '../../../ui/display/Stats.tsx';
import { Text } from '../../../ui/text/Text.tsx';
import { Time } from '../../../ui/text/Time.tsx';
import { LedgerFigure } from '../../../shared/evidence/FigureEvidence.tsx';
import { UnitAmount } from '../../../shared/amount/UnitAmount.tsx';
import { type Profile, useBalanceSheet } from '../api/profile.ts';

function useBalanceStats(entityId: string, name: string): Stat[] {
  const formats = useFormats();
  const { data, error } = useBalanceSheet(entityId);
  if (!data) {
    const value = error ? <UnknownAmount why="The balance could not be loaded" /> : <Skeleton width={96} />;
    return [
      { label: 'Bitcoin, known', value },
      { label: 'Ether, known', value },
    ];
  }
  const why = 'There is no ledger for this chain, or the entity has too many addresses to add up.';
  const { bitcoin, ethereum } = data.covers;
  const sub = ({ addresses, seen, coverage }: typeof bitcoin) =>
    addresses === 0 ? (
      'no known addresses'
    ) : (
      <Text tone={3} size={12} title={coverageText(coverage, formats)}>
        {seen === null
          ? `of ${formats.counted(addresses, 'direct address', 'direct addresses')}`
          : `${formats.count(seen)} of ${formats.counted(addresses, 'direct address', 'direct addresses')} seen`}
        {coverage.kind !== 'complete' && ', part of the chain'}
      </Text>
    );
  const evidence = (blockchain: Blockchain, amount: string) => {
    const { coverage, height, addresses, seen } = data.covers[blockchain];
    const { coin } = chains[blockchain];
    return (
      <LedgerFigure
        figure={{
          label: 'Known balance',
          value: `${shortDecimal(BigInt(amount), coin.decimals)} ${coin.symbol}`,
          subject: name,
        }}
        basis={{
          blockchain,
          coverage,
          height,
          facts: [
            ['Direct addresses', formats.count(addresses)],
            ['Of those in the ledger', seen === null ? 'Unknown' : formats.count(seen)],
          ],
        }}
      />
    );
  };
  return [
    {
      label: 'Bitcoin, known',
      ...(data.btc_bal !== null && { evidence: evidence('bitcoin', String(data.btc_bal)) }),
      value: data.btc_bal === null ? <UnknownAmount why={why} /> : <Amount sats={data.btc_bal} unit />,
      sub: sub(bitcoin),
    },
    {
      label: 'Ether, known',
      ...(data.eth_bal !== null && { evidence: evidence('ethereum', data.eth_bal) }),
      value:
        data.eth_bal === null ? (
          <UnknownAmount why={why} />
        ) : (
          <UnitAmount amt={data.eth_bal} decimals={18} unit="ETH" />
        ),
      sub: sub(ethereum),
    },
  ];
}

/** Balances, addresses, and the last change. Balances are current, so they are omitted for an earlier day. */
export function ProfileStats({ profile, asOf }: { profile: Profile; asOf: string | undefined }) {
  const { count } = useFormats();
  const { entity } = profile;
  const balances = useBalanceStats(entity.entity_id, entity.proper_name);
  const addresses = profile.addresses.map(({ blockchain, direct, derived, inherited }): Stat => {
    const through = inherited === null ? 'inherited unknown' : `${count(inherited)} inherited`;
    return {
      label: `${chains[blockchain].name} addresses`,
      value: count(direct),
      sub: `${count(derived)} derived, ${through}`,
    };
  });
  const changed: Stat = {
    label: 'Changed',
    value: <Time seconds={Date.parse(entity.date_updated) / 1000} to="day" />,
    sub: entity.user === null ? 'by sources' : `by ${entity.user}`,
  };
  return <Stats stats={[...(asOf === undefined ? balances : []), ...addresses, changed]} />;
}
