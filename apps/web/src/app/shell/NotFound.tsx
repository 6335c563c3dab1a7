import { useLocation } from '@tanstack/react-router';
import { useDocumentTitle } from '../../lib/browser/use-document-title.ts';
import { networkOf } from '../../lib/search/network-of.ts';
import { detectSearch } from '../../lib/search/search-input.ts';
import { useLedgerStatus } from '../../features/explorer/api/ledger-status.ts';
import { Card } from '../../ui/layout/Card.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { LinkButton } from '../../ui/button/LinkButton.tsx';
import { Page } from '../../ui/layout/Page.tsx';
import { UntrustedText } from '../../ui/text/UntrustedText.tsx';

/** Links to what the last part of a path may mean: an address, a transaction, a block, or a name. */
function Suggestion({ word }: { word: string }) {
  const network = useLedgerStatus('bitcoin').data?.network;
  const input = detectSearch(word, networkOf(network));
  if (input.kind === 'go') {
    const { to, value } = input;
    const name = `Open the ${to}`;
    switch (to) {
      case 'block':
        return (
          <LinkButton to="/home/block-explorer/block/$block" params={{ block: value }}>
            {name}
          </LinkButton>
        );
      case 'transaction':
        return (
          <LinkButton to="/home/block-explorer/transaction/$txid" params={{ txid: value }}>
            {name}
          </LinkButton>
        );
      case 'address':
        return (
          <LinkButton to="/home/block-explorer/address/$address" params={{ address: value }}>
            {name}
          </LinkButton>
        );
    }
  }
  if (input.kind !== 'invalid' || !input.named) return null;
  return (
    <LinkButton to="/home/blockham" search={{ search: word }}>
      Search the directory
    </LinkButton>
  );
}

/** A path without a page, or without one for this account. */
export function NotFound() {
  useDocumentTitle('Page not found');
  const { pathname } = useLocation();
  const word = pathname.split('/').filter(Boolean).at(-1) ?? '';
  return (
    <Page>
      <Card>
        <EmptyState
          path="outside"
          title="Page not found"
          actions={
            <>
              <LinkButton to="/home/block-explorer">Go to the Block Explorer</LinkButton>
              <Suggestion word={word} />
            </>
          }
        >
          <UntrustedText>{pathname}</UntrustedText>
          <br />
          The page does not exist, or your account has no access to it.
        </EmptyState>
      </Card>
    </Page>
  );
}
