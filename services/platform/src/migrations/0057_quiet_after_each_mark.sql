-- Nothing was committed from a mark to then: also where the database went on on another timeline, as after a restore in place, where another mark
-- follows without continuing it.
alter table recovery_marks add column quiet_until timestamptz;
update recovery_marks m set quiet_until = w.quiet_until from recovery_windows w
where w.project_ref = m.project_ref and m.at = (select max(l.at) from recovery_marks l where l.project_ref = m.project_ref);
alter table recovery_windows drop column quiet_until;
