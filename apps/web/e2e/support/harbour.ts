/** Returns a fictional directory: an exchange on which two lists disagree, its group, a pool, and a person. */
export function harbourLists(
  addresses: readonly [string, string],
): Record<'register' | 'press' | 'late', object[]> {
  const northquay = { entity_id: 'northquay-exchange' };
  return {
    register: [
      {
        entity_id: 'quay-holdings',
        proper_name: 'Quay Holdings',
        entity_type: 'company',
        associate_country: 'MT',
      },
      {
        ...northquay,
        proper_name: 'Northquay Exchange',
        entity_type: 'exchange',
        parent_id: 'quay-holdings',
        ceo: 'Marit Olhagen',
        key_personnel: 'J. Abara, S. Lindqvist, P. Roe',
        ticker: 'NQX',
        year_founded: 2016,
        url: 'https://northquay.example',
        contact_email: 'desk@northquay.example',
        contact_phone: '+00 555 0142',
        contact_address: '4 Lowgate\nPort Meridian',
        contact_telegram: '@northquay',
        legal_info_url: 'https://northquay.example/legal',
        social_media_profile: ['https://social.example/northquay', 'https://video.example/northquay'],
        description:
          'Spot exchange with fiat in four currencies and custody split between its own cold storage and a partner. Publishes a signed list of cold addresses each quarter.',
        associate_country: ['MT', 'EE', 'IR'],
        entity_tag: ['spot', 'fiat_on_ramp', 'proof_of_reserves', 'travel_rule'],
        alias: ['NQ', 'Northquay Markets'],
        registration: ['Register of Malta 12-345'],
        ofac: false,
        centralized: true,
        no_kyc_req: false,
        dead: false,
        ref: 'https://register.example/northquay',
        confidence: 95,
      },
      {
        ...northquay,
        address: addresses[0],
        blockchain: 'bitcoin',
        label: 'hot wallet',
        bo: 'Quay Holdings',
        custodian: 'Cairnvault',
        confidence: 95,
        ref: 'https://northquay.example/reserves',
      },
      {
        ...northquay,
        address: addresses[1],
        blockchain: 'bitcoin',
        kind: 'derived',
        label: 'deposit',
        confidence: 60,
      },
      {
        entity_id: 'iran',
        proper_name: 'Iran',
        entity_type: 'country',
        associate_country: 'IR',
        fatf_status: 'Call for action',
      },
      {
        entity_id: 'basalt-pool',
        proper_name: 'Basalt Pool',
        entity_type: 'mining_pool',
        coinbase_tag: '/basalt/',
      },
      {
        entity_id: 'zuerich-broker',
        proper_name: 'Zürich Brøker',
        entity_type: 'broker',
        associate_country: 'CH',
      },
      {
        entity_id: 'gravel-mixer',
        proper_name: 'Gravel Mixer',
        entity_type: 'mixer',
        ofac: true,
        program: ['CYBER2'],
      },
    ],
    press: [
      {
        ...northquay,
        proper_name: 'Northquay Exchange',
        entity_type: 'exchange',
        ceo: 'Ines Marten',
        year_founded: 2015,
        note: 'Moved its seat in 2024.',
      },
    ],
    late: [
      { entity_id: 'tallow-desk', proper_name: 'Tallow Desk', entity_type: 'broker' },
      { proper_name: '', entity_type: 'broker' },
    ],
  };
}
