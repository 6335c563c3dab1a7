import { numberedFields } from '@hopscope/contract';
import type { FormName } from './entity-form.ts';

/** Fields of the form in the order of the profile's cards. */
export const formGroups: readonly { title: string; names: readonly FormName[] }[] = [
  {
    title: 'About',
    names: ['proper_name', 'entity_type', 'description_merged', 'aliases', 'note', 'logo'],
  },
  { title: 'Tags', names: numberedFields.entity_tag },
  {
    title: 'Organization',
    names: ['parent_id', 'ceo', 'key_personnel', 'ticker', 'year_founded', 'ens_address'],
  },
  {
    title: 'Contact',
    names: [
      'url',
      'contact_email',
      'contact_phone',
      'contact_address',
      'contact_twitter',
      'contact_telegram',
      'legal_info_url',
      ...numberedFields.social_media_profile,
    ],
  },
  { title: 'Flags', names: ['ofac', 'centralized', 'no_kyc_req', 'dead', 'revisit_site'] },
  { title: 'Countries', names: numberedFields.associate_country },
  { title: 'Registrations and programs', names: ['registrations', 'programs'] },
];
