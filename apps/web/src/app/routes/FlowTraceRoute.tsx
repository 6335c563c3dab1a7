import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { FlowTracePage } from '../../features/flow-trace/components/FlowTracePage.tsx';
import { NotesButton } from '../../features/notes/components/NotesDialog.tsx';

const from = '/home/flow-trace';

function TeamNotes({ address }: { address: string }) {
  const [open, setOpen] = useState(false);
  return (
    <NotesButton
      subject={{ type: 'address', address }}
      open={open}
      onOpen={() => setOpen(true)}
      onClose={() => setOpen(false)}
    />
  );
}

export function FlowTraceRoute() {
  const { address, node, panel, document, link, version } = useSearch({ from });
  const navigate = useNavigate({ from });
  return (
    <FlowTracePage
      route={{ address, node, panel, document, link, version }}
      onRoute={(change, replace = true) =>
        void navigate({ search: (previous) => ({ ...previous, ...change }), replace, resetScroll: false })
      }
      teamNotes={(noted) => <TeamNotes key={noted} address={noted} />}
    />
  );
}
