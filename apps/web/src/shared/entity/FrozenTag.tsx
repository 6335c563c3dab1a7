import { useStatedFacts } from '../../lib/directory/use-address-name.ts';
import { Tag } from '../../ui/display/Tag.tsx';

/** Tag of an address that the issuer of a token has frozen. */
export function FrozenTag({ address }: { address: string }) {
  if (useStatedFacts(address).data?.frozen !== true) return null;
  return (
    <Tag tone="red" title="The issuer of a token has frozen this address">
      Frozen
    </Tag>
  );
}
