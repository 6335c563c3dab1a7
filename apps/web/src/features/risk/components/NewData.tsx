import { chainOf } from '@hopscope/domain';
import { RefreshCw } from 'lucide-react';
import { useFormats } from '../../../lib/people/formats-context.tsx';
import { useRiskScore } from '../../../lib/risk/use-risk-score.ts';
import { TextButton } from '../../../ui/button/TextButton.tsx';
import { useRefresh } from '../api/dashboard-key.ts';
import { useTip } from '../api/tip.ts';
import css from './Dashboard.module.css';

/** Announces new blocks and offers a refresh, so that content doesn't change while the user reads. */
export function NewData({ address }: { address: string }) {
  const { count } = useFormats();
  const { data, isFetching } = useRiskScore(address);
  const tip = useTip(chainOf(address));
  const refresh = useRefresh(address);
  const since = data?.basis.height ?? null;
  const newer = since !== null && tip !== undefined && tip !== null && tip > since;
  return (
    <div role="status" className={newer ? css.newData : css.noNewData}>
      {newer && (
        <>
          <RefreshCw size={14} strokeWidth={1.6} aria-hidden="true" />
          <span>New data since block {count(since)}:</span>
          {isFetching ? <span>Refreshing…</span> : <TextButton onClick={refresh}>Refresh</TextButton>}
        </>
      )}
    </div>
  );
}
