import { walletLimits } from '@hopscope/contract';
import { Field } from '../../../../ui/form/Field.tsx';

const { least, most } = walletLimits.gap;

/** Returns what is wrong with a typed gap limit; undefined: nothing. */
export function gapProblem(typed: string): string | undefined {
  const isNumber = /^\d{1,3}$/.test(typed.trim()) && Number(typed) >= least && Number(typed) <= most;
  return isNumber ? undefined : `A whole number from ${least} to ${most}`;
}

/** Field of the gap limit of a wallet. */
export function GapField({
  value,
  error,
  onChange,
}: {
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}) {
  return (
    <Field
      label="Gap limit"
      name="gapLimit"
      size="middle"
      inputMode="numeric"
      maxLength={3}
      value={value}
      error={error}
      help="Unused addresses monitored after the last used one"
      onChange={onChange}
    />
  );
}
