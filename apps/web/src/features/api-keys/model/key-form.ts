import { type ApiKey, isNetwork, type KeyScope, keyScopes } from '@hopscope/contract';
import type { FormRead } from '../../../lib/form/read-form.ts';

/** What each scope opens, in the words of the page. */
export const scopeTexts: Readonly<Record<KeyScope, string>> = {
  read: 'Read: blockchain data, entities, risk scores, traces, transactions, cases',
  screen: 'Screen: check transfers and addresses before or after they happen',
  monitor: 'Monitor: change monitored addresses and alert rules',
  review: 'Review: work on transactions, cases, alerts, and notes',
  directory: 'Directory: propose changes of entities',
  provision: 'Provision: add and remove members for an identity provider (SCIM)',
};

/** Form values of a key; `expires` is a day as `2026-01-31`, empty for none; networks are separated by spaces or lines. */
export type KeyFields = {
  name: string;
  scopes: KeyScope[];
  networks: string;
  expires: string;
};

export function keyFields(key: ApiKey | undefined): KeyFields {
  return {
    name: key?.name ?? '',
    scopes: key?.scopes ?? ['read'],
    networks: key?.networks.join('\n') ?? '',
    expires: key?.expiresAt?.slice(0, 10) ?? '',
  };
}

/** Returns the settings, or the problems by field. A key is valid until its last day (UTC) ends. */
export function readKey(
  fields: KeyFields,
): FormRead<{ name: string; scopes: KeyScope[]; networks: string[]; expiresAt: string | null }> {
  const networks = fields.networks.split(/[\s,]+/).filter((text) => text !== '');
  const wrong = networks.find((text) => !isNetwork(text));
  const problems = {
    ...(fields.name.trim() === '' && { name: 'Please enter a name' }),
    ...(fields.scopes.length === 0 && { scopes: 'Please choose what the key may do' }),
    ...(wrong !== undefined && {
      networks: `${wrong} is not a network. Enter networks such as 203.0.113.0/24`,
    }),
    ...(fields.expires !== '' &&
      Number.isNaN(Date.parse(`${fields.expires}T00:00:00Z`)) && { expires: 'Please enter a date' }),
  };
  if (Object.keys(problems).length > 0) return { problems };
  return {
    body: {
      name: fields.name.trim(),
      scopes: keyScopes.filter((scope) => fields.scopes.includes(scope)),
      networks,
      expiresAt: fields.expires === '' ? null : `${fields.expires}T23:59:59.999Z`,
    },
  };
}
