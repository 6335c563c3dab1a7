import { type Coin, dayName } from '@hopscope/domain';
import { X } from 'lucide-react';
import { useEntities } from '../../../../lib/directory/use-entities.ts';
import { Button } from '../../../../ui/button/Button.tsx';
import { Inset } from '../../../../ui/layout/Inset.tsx';
import { Row } from '../../../../ui/layout/Row.tsx';
import type { HistoryFilter } from '../../model/address-view.ts';
import { typedUnits } from '../../model/unit-field.ts';
import { useHistorySearch } from './use-history-search.ts';

function amountText(units: string, unit: Coin | undefined): string {
  return unit ? `${typedUnits(units, unit.decimals)} ${unit.symbol}` : `${units} units`;
}

/** The active filter conditions, each with a remove button. Renders nothing if there are none. */
export function Conditions({ filter, unit }: { filter: HistoryFilter; unit: Coin | undefined }) {
  const change = useHistorySearch();
  const { minAmount, maxAmount, from, to, counterparty } = filter;
  const { data: entities } = useEntities({ enabled: counterparty !== undefined });
  const named = entities?.find(({ entity_id }) => entity_id === counterparty)?.proper_name ?? counterparty;
  const conditions: readonly (readonly [name: string, text: string | undefined])[] = [
    ['minAmount', minAmount && `At least ${amountText(minAmount, unit)}`],
    ['maxAmount', maxAmount && `At most ${amountText(maxAmount, unit)}`],
    ['from', from && `From ${dayName(from)}`],
    ['to', to && `Until ${dayName(to)}`],
    ['counterparty', named && `With ${named}`],
  ];
  const shown = conditions.filter(([, text]) => text !== undefined);
  if (shown.length === 0) return null;
  return (
    <Inset>
      <Row gap={6} wrap>
        {shown.map(([name, text]) => (
          <Button
            key={name}
            size="small"
            label={`Remove condition: ${text ?? ''}`}
            onClick={() => change({ [name]: undefined })}
          >
            {text}
            <X size={12} strokeWidth={1.8} aria-hidden="true" />
          </Button>
        ))}
      </Row>
    </Inset>
  );
}
