/** Information that institutions exchange about transfers (FATF Recommendation 16). Personal data is encrypted. */
export const travelRule = `
create table travel_institution (
  organization_id uuid primary key,
  -- As the contract declares it.
  fields jsonb not null,
  retention_days int4 not null check (retention_days > 0),
  updated_by uuid not null,
  updated_at timestamptz not null
);

-- Addresses that clients give to senders; the token is the end of their URL.
create table travel_address (
  id uuid primary key,
  organization_id uuid not null,
  token text not null unique,
  client_id text not null,
  blockchain text check (blockchain in ('bitcoin', 'ethereum')),
  payment_address text,
  created_by uuid not null,
  created_at timestamptz not null,
  deleted_at timestamptz,
  check ((blockchain is null) = (payment_address is null))
);
create index travel_address_list on travel_address (organization_id, created_at desc, id desc) where deleted_at is null;

-- Proofs that somebody controls a wallet.
create table wallet_proof (
  id uuid primary key,
  organization_id uuid not null,
  blockchain text not null check (blockchain in ('bitcoin', 'ethereum')),
  address text not null,
  client_id text,
  message text not null,
  method text check (method in ('BIP-322', 'BIP-137', 'EIP-191', 'EIP-1271')),
  signature text,
  created_by uuid not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  proven_at timestamptz,
  check ((proven_at is null) = (method is null) and (proven_at is null) = (signature is null))
);
create index wallet_proof_list on wallet_proof (organization_id, created_at desc, id desc);

create table travel_transfer (
  id uuid primary key,
  organization_id uuid not null,
  direction text not null check (direction in ('in', 'out')),
  state text not null check (state in ('sending', 'waiting', 'undecided', 'more_requested', 'approved', 'completed',
    'rejected', 'canceled', 'failed', 'recorded')),
  blockchain text not null check (blockchain in ('bitcoin', 'ethereum')),
  -- Contract of a token; null: the coin of the chain.
  asset text,
  symbol text not null,
  decimals int2 not null,
  -- Identifier of a token (ISO 24165).
  dti text,
  -- In the smallest unit.
  amount numeric(78, 0) not null check (amount > 0),
  cents int8,
  counterparty text,
  host text,
  entity_id text,
  entity_name text,
  client_id text,
  -- Identifier that both institutions use.
  reference text not null,
  -- Wallet that receives, and transaction.
  address text,
  transaction text,
  proof_id uuid references wallet_proof (id),
  -- Where the counterparty receives inquiries or callbacks; encrypted, as its end is a secret.
  peer bytea,
  -- SHA-256 of the end of the URL of callbacks; null: there is none.
  callback_hash bytea unique,
  -- The same, encrypted.
  callback bytea,
  -- Travel address at which it arrived.
  travel_address_id uuid references travel_address (id),
  -- Payload (IVMS 101.2023) and reasons, encrypted; null: erased.
  personal bytea,
  ivms_version text not null check (ivms_version in ('2020', '2023')),
  -- Message to the counterparty that is to be sent; null: none.
  message text check (message in ('inquiry', 'resolution', 'confirmation')),
  attempts int4 not null,
  next_attempt_at timestamptz,
  done_at timestamptz,
  last_error text,
  version int4 not null,
  created_by uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  erased_at timestamptz
);
create index travel_transfer_list on travel_transfer (organization_id, created_at desc, id desc);
create index travel_transfer_state on travel_transfer (organization_id, state, created_at desc, id desc);
create index travel_transfer_due on travel_transfer (next_attempt_at) where next_attempt_at is not null;
create index travel_transfer_kept on travel_transfer (organization_id, updated_at) where personal is not null;
-- An inquiry that is repeated is the same transfer.
create unique index travel_transfer_once on travel_transfer (travel_address_id, reference);

create table travel_event (
  transfer_id uuid not null references travel_transfer (id),
  number int4 not null,
  organization_id uuid not null,
  kind text not null,
  at timestamptz not null,
  -- Null: the counterparty, or the server.
  actor_id uuid,
  primary key (transfer_id, number)
);
`;
