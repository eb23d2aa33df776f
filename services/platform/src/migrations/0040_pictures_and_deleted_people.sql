-- a person's picture; its address is its hash, so that what was loaded once may be kept
create table pictures (
  user_id uuid primary key references users on delete cascade,
  hash text not null,
  content bytea not null
);
create index pictures_hash on pictures (hash);

-- what people made stays, and tells who it was: their row does, too, without address and ways in
alter table users add column deleted_at timestamptz;

-- the lock makes who is just being deleted wait, and what is begun for them meanwhile fail
create function refuse_deleted_person() returns trigger language plpgsql as $$
begin
  perform from users where id = new.user_id and deleted_at is null for share;
  if not found then
    raise exception 'The person was deleted' using errcode = 'foreign_key_violation';
  end if;
  return new;
end
$$;
create trigger sessions_of_people before insert on sessions for each row execute function refuse_deleted_person();
create trigger access_tokens_of_people before insert on access_tokens for each row execute function refuse_deleted_person();
create trigger members_are_people before insert on members for each row execute function refuse_deleted_person();
create trigger identities_of_people before insert on identities for each row execute function refuse_deleted_person();
create trigger passkeys_of_people before insert on passkeys for each row execute function refuse_deleted_person();
