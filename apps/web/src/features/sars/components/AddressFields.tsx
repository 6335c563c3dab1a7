import { TextLine } from './sar-form.tsx';
import css from './Sars.module.css';

/** Fields of an address. `at`: path prefix in the form, with a trailing dot. */
export function AddressFields({ at }: { at: string }) {
  return (
    <div className={css.fields}>
      <TextLine path={`${at}street`} label="Street" max={100} />
      <TextLine path={`${at}city`} label="City" max={50} />
      <TextLine path={`${at}state`} label="State" help="US: two letters" max={3} />
      <TextLine path={`${at}zip`} label="ZIP or postal code" max={10} />
      <TextLine path={`${at}country`} label="Country" help="Two letters" max={2} />
    </div>
  );
}
