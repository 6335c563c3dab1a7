import { useNavigate } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { useServices } from '../../lib/services.ts';
import { useTourStop } from '../../lib/tour.ts';
import { Button } from '../../ui/button/Button.tsx';
import { IconButton } from '../../ui/button/IconButton.tsx';
import { Row } from '../../ui/layout/Row.tsx';
import css from './TourPanel.module.css';

/** Stops of the tour: a page, and what it is for. */
export const tourStops = [
  {
    to: '/home/block-explorer',
    title: 'Look up anything',
    text: 'The field at the top finds blocks, transactions, addresses, and names. The / key leads to it from every page. Below are the newest blocks and what waits for the next one.',
  },
  {
    to: '/home/risk-dashboard',
    title: 'See a risk and its reasons',
    text: 'Enter an address to get its score. Every score opens into its factors, paths, and sources; what is unknown is shown as unknown.',
  },
  {
    to: '/home/flow-trace',
    title: 'Follow the money',
    text: 'Start with an address. Auto-trace follows funds and says where they ended. Each step is saved, and a bundle of evidence can be verified without Hopscope.',
  },
  {
    to: '/home/blockham',
    title: 'Know who it is',
    text: 'The directory lists services, their addresses, owners, and sanctions, each with its source. Corrections can be suggested; editors decide.',
  },
  {
    to: '/home/compliance-screener',
    title: 'Review and decide',
    text: 'Monitor the addresses of your clients: new transactions are scored and listed, riskiest first. Decide with a reason, or open a case and file a report.',
  },
] as const;

/** The tour in a corner of the page: it blocks nothing, and can be left at any stop. */
export function TourPanel() {
  const { tour } = useServices();
  const stop = useTourStop();
  const navigate = useNavigate();
  const current = stop === null ? undefined : tourStops[stop];
  if (stop === null || !current) return null;

  function go(next: number) {
    const target = tourStops[next];
    tour.go(target ? next : null);
    if (target) void navigate({ to: target.to, search: {} });
  }

  return (
    <section
      className={css.panel}
      aria-live="polite"
      aria-label={`Tour, stop ${stop + 1} of ${tourStops.length}`}
      onKeyDown={({ key }) => key === 'Escape' && tour.go(null)}
    >
      <Row spread gap={8}>
        <span className={css.place}>
          Tour · {stop + 1} of {tourStops.length}
        </span>
        <IconButton label="Leave the tour" onClick={() => tour.go(null)}>
          <X size={15} strokeWidth={1.6} aria-hidden="true" />
        </IconButton>
      </Row>
      <h2 className={css.title}>{current.title}</h2>
      <p className={css.text}>{current.text}</p>
      <Row gap={8} spread>
        <span className={css.dots} aria-hidden="true">
          {tourStops.map(({ to }, i) => (
            <i key={to} data-here={i === stop} />
          ))}
        </span>
        <Row gap={8}>
          {stop > 0 && <Button onClick={() => go(stop - 1)}>Back</Button>}
          <Button kind="primary" onClick={() => go(stop + 1)}>
            {stop + 1 < tourStops.length ? 'Next' : 'Finish'}
          </Button>
        </Row>
      </Row>
    </section>
  );
}
