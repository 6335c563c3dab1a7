/**
 * Erasing replaces a person's data in the details of an entry; what was done stays. Every erasure is ordered by an entry of
 * the same chain. What earlier versions erased gets such an entry here.
 */
export const auditRedaction: readonly string[] = [
  `create or replace function audit_only_erase() returns trigger language plpgsql as $$
  begin
    if new.chain_id = old.chain_id and new.sequence = old.sequence and new.erased_at is not null
      and new.salt is distinct from old.salt and (new.salt is null) = (new.details is null) then
      return new;
    end if;
    raise exception 'details of the audit log can be erased, not changed' using errcode = 'restrict_violation';
  end $$`,
  'alter table audit_chain add column anchored bigint not null default 0',
  `create or replace function audit_chain_grows() returns trigger language plpgsql as $$
  begin
    if tg_op = 'UPDATE' and new.id = old.id and (
      (new.length = old.length + 1 and new.anchored = old.anchored)
      or (new.length = old.length and new.head = old.head and new.anchored > old.anchored and new.anchored <= new.length)
    ) then
      return new;
    end if;
    raise exception 'a chain of the audit log only grows' using errcode = 'restrict_violation';
  end $$`,
  `do $$
  declare
    chain record;
    number bigint;
    moment text;
    entries text;
    salt bytea;
    details text;
    commitment bytea;
    hash bytea;
  begin
    for chain in
      select c.id, c.length, c.head from audit_chain c
      where exists (select from audit_detail d where d.chain_id = c.id and d.erased_at is not null)
      order by c.id for update
    loop
      number := chain.length + 1;
      moment := to_char(now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
      select string_agg(format('{"commitment":null,"sequence":%s}', d.sequence), ',' order by d.sequence)
        into entries from audit_detail d where d.chain_id = chain.id and d.erased_at is not null;
      salt := decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex');
      details := '{"actor":{"email":null,"ip":null,"name":null,"userAgent":null},"after":{"entries":[' || entries
        || ']},"before":null,"reason":"Erased before erasures were written into the chain"}';
      commitment := sha256(salt || convert_to(details, 'UTF8'));
      hash := sha256(chain.head || convert_to(
        '{"action":"audit.person_erased","actorId":null,"actorRole":"system","at":"' || moment || '","chain":"'
        || chain.id::text || '","sequence":' || number || ',"subjectId":null,"subjectType":"audit_log"}', 'UTF8')
        || commitment);
      insert into audit_log (chain_id, sequence, at, actor_id, actor_role, action, subject_type, subject_id, commitment, hash)
        values (chain.id, number, moment::timestamptz, null, 'system', 'audit.person_erased', 'audit_log', null, commitment, hash);
      insert into audit_detail (chain_id, sequence, salt, details, erased_at)
        values (chain.id, number, salt, details, null);
      update audit_chain set length = number, head = hash where id = chain.id;
    end loop;
  end $$`,
];
