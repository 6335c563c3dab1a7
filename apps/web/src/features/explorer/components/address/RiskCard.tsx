import { CircleDashed } from 'lucide-react';
import { toApiError } from '../../../../lib/api/api-error.ts';
import { levelDescriptions, pageBadgeOf } from '../../../../lib/risk/risk-level.ts';
import { useRiskScore } from '../../../../lib/risk/use-risk-score.ts';
import { Card } from '../../../../ui/layout/Card.tsx';
import css from './RiskCard.module.css';
import { RiskBadge } from '../../../../shared/risk/RiskBadge.tsx';
import { Stack } from '../../../../ui/layout/Stack.tsx';
import { Tag } from '../../../../ui/display/Tag.tsx';
import { Text } from '../../../../ui/text/Text.tsx';

function useShown(address: string) {
  const { data, error } = useRiskScore(address);
  if (data?.state === 'scored') {
    return { badge: <RiskBadge {...pageBadgeOf(data)} />, words: levelDescriptions[data.level] };
  }
  if (data && data.state !== 'failed') {
    return {
      badge: <RiskBadge level="unknown" state={data.state} />,
      words: data.reason ?? levelDescriptions.unknown,
    };
  }
  const failed = data !== undefined || error !== null;
  return {
    badge: (
      <Tag dashed title="Opens the Risk Dashboard in a new tab">
        <CircleDashed size={12} strokeWidth={1.8} aria-hidden="true" />
        {failed ? 'Not screened' : 'Screening…'}
      </Tag>
    ),
    words: failed
      ? `Failed to fetch risk score: ${data?.reason ?? toApiError(error).message}`
      : 'Calculating the score',
  };
}

/** The risk score: a link to the Risk Dashboard in a new tab. */
export function RiskCard({ address }: { address: string }) {
  const { badge, words } = useShown(address);
  return (
    <Card title="Risk" padded>
      <Stack gap={8}>
        <a
          href={`/home/risk-dashboard?address=${encodeURIComponent(address)}`}
          target="_blank"
          rel="noopener"
          className={css.badge}
        >
          {badge}
        </a>
        <div className={css.words}>
          <Text tone={3} size={12}>
            {words}
          </Text>
        </div>
      </Stack>
    </Card>
  );
}
