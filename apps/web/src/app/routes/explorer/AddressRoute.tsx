import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { AddressPage } from '../../../features/explorer/components/address/AddressPage.tsx';
import type { AddressView } from '../../../features/explorer/model/address-view.ts';
import { NotesButton } from '../../../features/notes/components/NotesDialog.tsx';
import { LinkButton } from '../../../ui/button/LinkButton.tsx';
import { SubjectActions } from '../SubjectActions.tsx';
import type { AddressSearch } from '../../search-params.ts';

const from = '/home/block-explorer/address/$address';

function viewOf(search: AddressSearch): AddressView {
  const { direction, minAmount, maxAmount, from: first, to, counterparty } = search;
  return {
    page: search.page ?? 1,
    tab: search.show ?? 'transactions',
    filter: { direction, minAmount, maxAmount, from: first, to, counterparty },
    asset: search.asset,
    hidden: search.hidden ?? false,
    activity: { year: search.year, list: search.activity === 'list', sort: search.sort ?? 'date' },
  };
}

export function AddressRoute() {
  const { address } = useParams({ from });
  const search = useSearch({ from });
  const navigate = useNavigate({ from });
  const show = (open: boolean) =>
    void navigate({
      search: (previous) => ({ ...previous, notes: open ? true : undefined }),
      replace: true,
      resetScroll: false,
    });
  return (
    <AddressPage
      key={address}
      address={address}
      view={viewOf(search)}
      actions={
        <SubjectActions address={address}>
          <LinkButton to="/home/block-explorer/compare" search={{ a: address }}>
            Compare
          </LinkButton>
          <NotesButton
            subject={{ type: 'address', address }}
            open={search.notes === true}
            onOpen={() => show(true)}
            onClose={() => show(false)}
          />
        </SubjectActions>
      }
    />
  );
}
