import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { AddressPage } from '../../features/explorer/components/AddressPage.tsx';
import { NotesButton } from '../../features/notes/components/NotesDialog.tsx';

const from = '/home/block-explorer/address/$address';

export function AddressRoute() {
  const { address } = useParams({ from });
  const { page = 1, notes, asset, hidden = false } = useSearch({ from });
  const navigate = useNavigate({ from });
  const show = (open: boolean) =>
    void navigate({
      search: (search) => ({ ...search, notes: open ? true : undefined }),
      replace: true,
      resetScroll: false,
    });
  return (
    <AddressPage
      key={address}
      address={address}
      view={{ page, asset, hidden }}
      actions={
        <NotesButton
          subject={{ type: 'address', address }}
          open={notes === true}
          onOpen={() => show(true)}
          onClose={() => show(false)}
        />
      }
    />
  );
}
