import { type ConversionRecord, conversionText } from '@hopscope/canvas';
import { Link } from '@tanstack/react-router';
import { Hash } from '../../../../shared/chain/Hash.tsx';
import css from './EntityPanel.module.css';

function TransactionLink({ hash }: { hash: string }) {
  return (
    <Hash
      value={hash}
      what="transaction hash"
      plain
      link={(content) => (
        <Link to="/home/block-explorer/transaction/$txid" params={{ txid: hash }}>
          {content}
        </Link>
      )}
    />
  );
}

/** What a node gave or received in another form: swaps, and crossings between chains, with their transactions. */
export function Conversions({ conversions }: { conversions: readonly ConversionRecord[] }) {
  if (conversions.length === 0) return null;
  return (
    <section className={css.conversions} aria-label="Conversions">
      <h3>Conversions</h3>
      <ul>
        {conversions.map((one) => (
          <li key={one.id}>
            {conversionText(one)}
            <span>
              <TransactionLink hash={one.gave.transaction} />
              {one.got.transaction !== one.gave.transaction && <TransactionLink hash={one.got.transaction} />}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
