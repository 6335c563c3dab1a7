import { useAddressName } from '../../lib/directory/use-address-name.ts';
import { Tag } from '../../ui/display/Tag.tsx';

/** Tag of a contract that passes on everything that it is paid to an account. */
export function DepositTag({ account }: { account: string }) {
  const { data } = useAddressName(account);
  const owner = data && !data.attribution.hidden ? data.entity?.proper_name : undefined;
  return (
    <Tag
      title={`Passes on everything that it is paid to ${owner === undefined ? account : `${owner}, ${account}`}`}
    >
      Deposit contract
    </Tag>
  );
}
