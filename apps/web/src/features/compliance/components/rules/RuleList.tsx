import type { ScreeningRule } from '@hopscope/contract';
import { useMemo } from 'react';
import { createCountryNames } from '@hopscope/domain';
import { useFormats } from '../../../../lib/people/formats-context.tsx';
import { List, ListItem } from '../../../../ui/display/List.tsx';
import { EmptyState } from '../../../../ui/feedback/EmptyState.tsx';
import { conditionsOf } from '../../model/screening-rules.ts';
import { Decision } from '../checks/check-labels.tsx';

/** Rules in words. */
export function RuleList({ label, rules }: { label: string; rules: readonly ScreeningRule[] }) {
  const countryName = useMemo(createCountryNames, []);
  const { decimal } = useFormats();
  if (rules.length === 0) {
    return <EmptyState title="No rules">Every transfer is allowed.</EmptyState>;
  }
  return (
    <List label={label}>
      {rules.map((rule) => (
        <ListItem
          key={rule.id}
          title={
            <>
              {rule.name} <Decision decision={rule.decision} />
            </>
          }
          text={conditionsOf(rule, { countryName, decimal }).join(' · ')}
        />
      ))}
    </List>
  );
}
