-- when somebody proved again who they are, in a session that they had opened before
alter table sessions add column proven_at timestamptz;
