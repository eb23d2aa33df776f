-- bytes that were free when something was given up because the disk was full: with noticeably more it is tried again
alter table projects add column gave_up_with_free bigint;
alter table replicas add column gave_up_with_free bigint;
