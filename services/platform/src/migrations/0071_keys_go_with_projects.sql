-- what a project had goes with it, as when its organization is deleted
alter table api_keys drop constraint api_keys_ref_fkey, add constraint api_keys_ref_fkey foreign key (ref) references projects on delete cascade;
alter table api_key_uses drop constraint api_key_uses_ref_fkey, add constraint api_key_uses_ref_fkey foreign key (ref) references projects on delete cascade;
alter table signing_keys drop constraint signing_keys_ref_fkey, add constraint signing_keys_ref_fkey foreign key (ref) references projects on delete cascade;
