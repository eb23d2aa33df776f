-- segments of WAL that were found not to be what was archived: nothing is recovered across them until a reading finds them whole again.
-- What a clock that went back has made stays in broken
alter table recovery_windows add column damaged text[] not null default '{}';
