import { memberRoles, subscriptionStatuses } from '@hopscope/contract';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { RoleTag } from './RoleTag.tsx';
import { SubscriptionTag } from './SubscriptionTag.tsx';

const toneOf = (markup: string): string | undefined => /_(green|orange|red|gray|blue)_/.exec(markup)?.[1];

//
it('colors roles', () => {
  const tones = memberRoles.map((role) => [role, toneOf(renderToStaticMarkup(<RoleTag role={role} />))]);
  expect(Object.fromEntries(tones)).toEqual({ admin: 'red', manager: 'blue', team_member: 'green' });
});

//
it('colors states of subscriptions', () => {
  const tones = subscriptionStatuses.map((status) => [
    status,
    toneOf(renderToStaticMarkup(<SubscriptionTag status={status} />)),
  ]);
  expect(Object.fromEntries(tones)).toEqual({
    active: 'green',
    past_due: 'orange',
    canceled: 'gray',
    trial: 'blue',
    unpaid: 'red',
  });
});
