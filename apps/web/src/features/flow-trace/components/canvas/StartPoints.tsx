import type { DemoStoryId } from '@hopscope/contract';
import { type Blockchain, chainOf, shortAddress } from '@hopscope/domain';
import { useMemo } from 'react';
import { useOrganizationId } from '../../../../lib/organizations/use-organization-id.ts';
import { useServices } from '../../../../lib/services.ts';
import { Button } from '../../../../ui/button/Button.tsx';
import { useExamples } from '../../api/examples.ts';
import css from './EmptyCanvas.module.css';

const mostRecent = 6;

const examples: Readonly<Record<DemoStoryId, string>> = {
  hack: 'Exchange hack',
  ransomware: 'Ransom payment',
  mixer: 'Mixer deposits',
  sanctioned: 'Sanctioned wallet',
  structuring: 'Structured deposits',
  clean_customer: 'Ordinary customer',
};

const addressOf = (href: string): string | undefined => /\/address\/([A-Za-z0-9]+)/.exec(href)?.[1];

/** Recently viewed addresses and, on the demo network, examples to start a canvas with. */
export function StartPoints({ onTrace }: { onTrace: (chain: Blockchain, address: string) => void }) {
  const { recent } = useServices();
  const { id: organizationId } = useOrganizationId();
  const visits = useMemo(
    () =>
      recent
        .list(organizationId)
        .flatMap(({ kind, href }) => (kind === 'address' ? (addressOf(href) ?? []) : []))
        .slice(0, mostRecent),
    [recent, organizationId],
  );
  const found = useExamples();
  const trace = (address: string) => onTrace(chainOf(address), address);
  return (
    <>
      {visits.length > 0 && (
        <section className={css.starts} aria-label="Recent addresses">
          <h2>Recent addresses</h2>
          {visits.map((address) => (
            <Button key={address} size="small" onClick={() => trace(address)}>
              {shortAddress(address)}
            </Button>
          ))}
        </section>
      )}
      {found.length > 0 && (
        <section className={css.starts} aria-label="Examples">
          <h2>Examples</h2>
          {found.map(({ story, address }) => (
            <Button key={story} size="small" onClick={() => trace(address)}>
              {examples[story]}
            </Button>
          ))}
        </section>
      )}
    </>
  );
}
