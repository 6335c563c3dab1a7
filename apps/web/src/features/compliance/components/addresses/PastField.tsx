import { utcDay } from '@hopscope/domain';
import { useNow } from '../../../../lib/use-now.ts';
import { Field } from '../../../../ui/form/Field.tsx';

/** Field of the day from which past transactions are screened too; empty: none are. */
export function PastField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  return (
    <Field
      label="Screen past transactions since (UTC)"
      name="pastFrom"
      type="date"
      size="middle"
      optional
      max={utcDay(useNow() * 1000)}
      value={value}
      help="Leave empty to screen only new transactions"
      onChange={onChange}
    />
  );
}
