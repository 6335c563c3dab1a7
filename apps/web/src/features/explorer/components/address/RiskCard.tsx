import { CircleDashed } from 'lucide-react';
import { Card } from '../../../../ui/Card.tsx';
import { Tag } from '../../../../ui/Tag.tsx';
import { Text } from '../../../../ui/Text.tsx';
import { Stack } from '../../../../ui/Stack.tsx';

/** The risk score (specification section 2): a link to the Risk Dashboard in a new tab; nothing has screened an address yet. */
export function RiskCard({ address }: { address: string }) {
  return (
    <Card title="Risk" padded>
      <Stack gap={8}>
        <a
          href={`/home/risk-dashboard?address=${encodeURIComponent(address)}`}
          target="_blank"
          rel="noopener"
        >
          <Tag dashed title="Opens the Risk Dashboard in a new tab">
            <CircleDashed size={12} strokeWidth={1.8} aria-hidden="true" />
            Not screened
          </Tag>
        </a>
        <Text tone={3} size={12}>
          No score is known. That says nothing about the address.
        </Text>
      </Stack>
    </Card>
  );
}
