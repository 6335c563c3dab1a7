import { LoadedCard } from '../../../ui/layout/LoadedCard.tsx';
import { RiskBadge } from '../../../shared/risk/RiskBadge.tsx';
import { Stack } from '../../../ui/layout/Stack.tsx';
import { Inset } from '../../../ui/layout/Inset.tsx';
import { Text } from '../../../ui/text/Text.tsx';
import { useEntityRisk } from '../api/profile.ts';
import { entityRisk } from '../model/entity-risk.ts';

/** Risk of dealing with an entity, and the evidence. */
export function EntityRiskCard({ entityId, asOf }: { entityId: string; asOf: string | undefined }) {
  const query = useEntityRisk(entityId, asOf);
  return (
    <LoadedCard title="Risk" query={query} failure="Failed to fetch risk score" skeleton={3}>
      {(data) => {
        const { level, color, score, state, reason, findings } = entityRisk(data);
        return (
          <Inset>
            <Stack gap={8}>
              <span>
                <RiskBadge level={level} score={score} state={state} color={color} />
              </span>
              {reason !== undefined && (
                <Text tone={3} size={12}>
                  {reason}
                </Text>
              )}
              {findings.map(({ id, name, description }) => (
                <Text key={id} size={13}>
                  <b>{name}</b> <Text tone={2}>{description}</Text>
                </Text>
              ))}
              <Text tone={3} size={12}>
                Based on directory data. Addresses have their own scores.
              </Text>
            </Stack>
          </Inset>
        );
      }}
    </LoadedCard>
  );
}
