-- images that were rendered in a month, so that each counts once: of this month and the last
create table transformed_images (
  source_ref text not null,
  month date not null,
  -- its object in the project's database
  image uuid not null,
  primary key (source_ref, month, image)
);
create index transformed_images_month on transformed_images (month);
