import type { EthereumFact } from '@hopscope/contract';
import { shorten } from '@hopscope/domain';
import { Link } from '@tanstack/react-router';
import { Snowflake } from 'lucide-react';
import { Notice } from '../../../../ui/feedback/Notice.tsx';
import { UntrustedText } from '../../../../ui/text/UntrustedText.tsx';
import { Text } from '../../../../ui/text/Text.tsx';
import { Time } from '../../../../ui/text/Time.tsx';
import { Tag } from '../../../../ui/display/Tag.tsx';

const icon = { size: 16, strokeWidth: 1.6, 'aria-hidden': true } as const;

function TokenName({ fact: { token, contract } }: { fact: EthereumFact }) {
  const name = token?.symbol ?? token?.name ?? null;
  return name === null ? <Text mono>{shorten(contract)}</Text> : <UntrustedText>{name}</UntrustedText>;
}

/** Notices about what issuers of tokens did to an account: whether it is frozen now, was, or lost its tokens. */
export function FreezeNotices({ facts }: { facts: readonly EthereumFact[] }) {
  const shown = facts.filter(
    ({ kind, current, token }) => kind !== 'pool' && current && token?.fake !== true,
  );
  return shown.map((fact) => {
    const { kind, by, contract, transaction, log_index, timestamp } = fact;
    const issuer = by ?? 'The issuer';
    const when = <Time seconds={timestamp} to="minute" />;
    return (
      <Notice
        key={`${contract} ${transaction} ${log_index}`}
        kind={kind === 'unfrozen' ? 'warning' : 'error'}
        icon={<Snowflake {...icon} />}
      >
        {kind === 'frozen' && (
          <>
            <b>Frozen.</b> {issuer} has blocked this address since {when}: it cannot move{' '}
            <TokenName fact={fact} />.
          </>
        )}
        {kind === 'unfrozen' && (
          <>
            <b>Was frozen.</b> {issuer} had blocked this address for <TokenName fact={fact} />, and lifted
            that on {when}.
          </>
        )}
        {kind === 'seized' && (
          <>
            <b>Seized.</b> {issuer} destroyed the <TokenName fact={fact} /> of this address on {when}.
          </>
        )}{' '}
        <Link to="/home/block-explorer/transaction/$txid" params={{ txid: transaction }}>
          Show transaction
        </Link>
      </Notice>
    );
  });
}

/** Tag of a pool that a known factory created. */
export function PoolTag({ facts }: { facts: readonly EthereumFact[] }) {
  const pool = facts.find(({ kind, by }) => kind === 'pool' && by !== null);
  return pool ? <Tag title="Created by the factory of these pools">{pool.by} pool</Tag> : null;
}
