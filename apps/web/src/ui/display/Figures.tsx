import { useFormats } from '../../lib/people/formats-context.tsx';

/** An integer in the person's number format. */
export function Count({ value }: { value: number }) {
  return useFormats().count(value);
}

/** A decimal number that the API returns as text. */
export function Decimal({ text }: { text: string }) {
  return useFormats().decimal(text);
}

/** A size in bytes, kB or MB. */
export function ByteSize({ bytes }: { bytes: number }) {
  return useFormats().size(bytes);
}
